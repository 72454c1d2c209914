/** One request, as it goes out. */
export interface HttpRequest {
  /** As the URL standard writes it: with its scheme and host in lower case, and encoded. */
  url: string;
  /** In capitals. */
  method: string;
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Undefined where there is none. */
  body: string | undefined;
  /**
   * The most bytes that a body may have, decoded. The client reads no further, and refuses a body that is longer; where a transport
   * reads the body itself, it may end it after the first byte above that.
   */
  maxAnswerInBytes: number;
  /** Aborted when the call is over, with the error that the call ends with as its reason. */
  signal: AbortSignal;
}

/** How requests are sent, where not by the global `fetch`: `createUndiciTransport` makes one. */
export interface HttpTransport {
  /** Sends a request. Follows no redirect, and sends it only once. */
  send(request: HttpRequest): Promise<Response>;
}

/** Sends by the caller's `fetch`, which is given a `Request`, or else by the global one. */
export function createFetchTransport(fetchRequest?: (request: Request) => Promise<Response>): HttpTransport {
  return {
    send: ({ url, method, headers, body = null, signal }) => {
      // A redirect that is followed takes headers and body to another origin.
      const init: RequestInit = { method, headers, body, signal, redirect: 'manual' };
      // The global fetch may be replaced after the client was created.
      return fetchRequest ? fetchRequest(new Request(url, init)) : fetch(url, init);
    },
  };
}

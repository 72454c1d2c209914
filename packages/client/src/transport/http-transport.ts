/** How requests are sent, where not by the global `fetch`: `createUndiciTransport` makes one. */
export interface HttpTransport {
  /** The class of the requests that `fetch` is given, created as openapi-fetch creates them. */
  Request: typeof Request;
  /** Sends a request. Follows no redirect, and sends it only once. */
  fetch(request: Request): Promise<Response>;
}

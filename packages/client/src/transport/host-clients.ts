import createClient from 'openapi-fetch';
import type { HostName } from '../generated/operations.ts';
import type { RequestParts } from '../input/check-request.ts';

/** The part of an openapi-fetch client that is called here, where the operation is known at run time only. */
export interface HostClient {
  request(method: string, template: string, options: HostRequest): Promise<HostAnswer>;
}

/** What openapi-fetch is given. Headers and signal are not among it: it would copy the headers twice, and use neither. */
interface HostRequest {
  params: RequestParts;
  body: unknown;
  /** Writes the body where it is not sent as JSON. */
  bodySerializer: ((body: unknown) => string) | undefined;
  parseAs: 'text';
  fetch(request: PlainRequest): Promise<PlainAnswer>;
}

/** What openapi-fetch answers with: the text of a success, or a refusal, parsed where it is JSON. */
interface HostAnswer {
  response: PlainAnswer;
  data?: string;
  error?: unknown;
}

/** One openapi-fetch client for each host whose address is set. */
export function createHostClients(hosts: Partial<Record<HostName, string>>): Partial<Record<HostName, HostClient>> {
  const clients = Object.entries(hosts).map(([name, baseUrl]) => {
    const client: unknown = createClient({ baseUrl, Request: PlainRequest as unknown as typeof Request });
    return [name, client as HostClient];
  });
  return Object.fromEntries(clients);
}

/** What openapi-fetch makes in place of a `Request`, which `fetch` would copy once more. */
class PlainRequest {
  readonly url: string;
  readonly method: string;
  readonly body: string | undefined;

  /** @throws TypeError for a GET with a body, as a `Request` does. */
  constructor(url: string, { method, body }: { method: string; body: string | undefined }) {
    if (method === 'GET' && body !== undefined) throw new TypeError('A GET carries no body.');
    this.url = url;
    this.method = method;
    this.body = body;
  }
}

/** What openapi-fetch reads in place of a `Response`, whose text was read before. */
export class PlainAnswer {
  readonly source: Response;
  readonly status: number;
  readonly ok: boolean;
  /** Empty: openapi-fetch only looks for the length of the body, and undici's answers make theirs when they are read. */
  readonly headers: Headers = noHeaders;
  readonly #text: string;

  constructor(source: Response, text: string) {
    this.source = source;
    this.status = source.status;
    this.ok = source.ok;
    this.#text = text;
  }

  async text(): Promise<string> {
    return this.#text;
  }
}

const noHeaders = new Headers();

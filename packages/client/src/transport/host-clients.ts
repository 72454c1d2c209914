import createClient, { createQuerySerializer } from 'openapi-fetch';
import type { HostName } from '../generated/operations.ts';
import type { RequestParts } from '../input/check-request.ts';

/** The part of an openapi-fetch client that is called here, where the operation is known at run time only. */
export interface HostClient {
  request(method: string, template: string, options: HostRequest): Promise<HostAnswer>;
}

/** What openapi-fetch is given. Not headers, body and signal: it would make up to three `Headers` of them, and use none. */
interface HostRequest {
  params: RequestParts;
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
    const client: unknown = createClient({
      baseUrl: new URL(baseUrl).href,
      // Otherwise openapi-fetch makes one for each call.
      querySerializer: createQuerySerializer(),
      Request: PlainRequest as unknown as typeof Request,
    });
    return [name, client as HostClient];
  });
  return Object.fromEntries(clients);
}

/** What openapi-fetch makes in place of a `Request`, which `fetch` would copy once more. */
class PlainRequest {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
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

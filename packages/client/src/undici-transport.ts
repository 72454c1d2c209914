import { Pool } from 'undici';
import type { HttpTransport } from './transport/http-transport.ts';

/** A transport that has connections to give back. */
export interface UndiciTransport extends HttpTransport {
  /** Waits for the requests in flight, then closes every connection. */
  close(): Promise<void>;
}

/**
 * Sends requests over pools of undici, one for each address, which is faster than `fetch`. Retries, deadlines, outcomes and
 * redaction are the client's, the same as with `fetch`. The optional peer `undici` has to be installed: 7 or 8.
 * @param options What undici's `Pool` takes, such as `connections`. How long an answer may take is the client's to say:
 * undici's own time-outs of headers and body are off, and so is HTTP/2, unless they are set here.
 * @example
 * const transport = createUndiciTransport();
 * const escrow = createEscrowClient({ hosts, tokens, transport });
 */
export function createUndiciTransport(options: Pool.Options = {}): UndiciTransport {
  const pools = new Map<string, Pool>();

  function poolOf(origin: string): Pool {
    const known = pools.get(origin);
    if (known) return known;
    const pool = new Pool(origin, { headersTimeout: 0, bodyTimeout: 0, allowH2: false, ...options });
    pools.set(origin, pool);
    return pool;
  }

  async function send({ origin, path, method, headers, body, signal }: UndiciRequest): Promise<UndiciResponse> {
    const answer = await poolOf(origin).request({
      path,
      method,
      headers: Object.fromEntries(headers),
      body: body ?? null,
      signal: signal ?? null,
    });
    return new UndiciResponse(origin + path, answer);
  }

  return {
    // They have what openapi-fetch and the client use of the classes of `fetch`.
    Request: UndiciRequest as unknown as typeof Request,
    fetch: (request) => send(request as unknown as UndiciRequest) as Promise<unknown> as Promise<Response>,
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

/** What openapi-fetch makes a request of. */
interface RequestParts {
  method: string;
  headers: Headers;
  body?: string;
  signal?: AbortSignal;
}

/** A request that was not yet sent. */
class UndiciRequest {
  readonly origin: string;
  readonly path: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;

  constructor(address: string, { method, headers, body, signal }: RequestParts) {
    // Dot segments and what has to be encoded are as `fetch` would send them.
    const { origin, pathname, search } = new URL(address);
    this.origin = origin;
    this.path = pathname + search;
    this.method = method;
    this.headers = headers;
    this.body = body;
    this.signal = signal;
  }
}

type Answer = Awaited<ReturnType<Pool['request']>>;

/** An answer whose body can be read once, with what a `Response` has that is known of it. */
class UndiciResponse {
  readonly type = 'basic';
  readonly redirected = false;
  readonly statusText = '';
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly #body: Answer['body'];

  constructor(url: string, { statusCode, headers, body }: Answer) {
    this.url = url;
    this.status = statusCode;
    this.headers = toHeaders(headers);
    this.#body = body;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get bodyUsed(): boolean {
    return this.#body.bodyUsed;
  }

  text(): Promise<string> {
    return this.#body.text();
  }

  json(): Promise<unknown> {
    return this.#body.json();
  }
}

function toHeaders(given: Answer['headers']): Headers {
  const headers = new Headers();
  for (const [name, value = ''] of Object.entries(given)) {
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each);
  }
  return headers;
}

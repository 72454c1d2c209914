import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, errors, Pool } from 'undici';
import type { HttpRequest, HttpTransport } from './transport/http-transport.ts';

/** A transport that has connections to give back. */
export interface UndiciTransport extends HttpTransport {
  /** Waits for the requests in flight, then closes every connection. What is called afterwards is not sent. */
  close(): Promise<void>;
}

/**
 * Sends requests over pools of undici, one for each address, which is faster than `fetch`. Retries, deadlines, outcomes and
 * redaction are the client's, the same as with `fetch`. The optional peer `undici` has to be installed: 7 or 8.
 * @param options What undici's `Pool` takes, such as `connections`. How long an answer may take is the client's to say:
 * undici's own time-outs of headers and body are off, and so is HTTP/2, unless they are set here.
 * @throws InvalidArgumentError of undici, for an option that it refuses.
 * @example
 * const transport = createUndiciTransport();
 * const escrow = createEscrowClient({ hosts, tokens, transport });
 */
export function createUndiciTransport(options: Pool.Options = {}): UndiciTransport {
  const poolOptions = { headersTimeout: 0, bodyTimeout: 0, allowH2: false, ...options };
  const pools = new Map<string, Pool>();
  let isClosed = false;
  // It connects to nothing, and throws for options that undici refuses: at the first call that would look like a lost connection.
  new Pool('http://127.0.0.1', poolOptions);

  function poolOf(origin: string): Pool {
    const known = pools.get(origin);
    if (known) return known;
    const pool = new Pool(origin, poolOptions);
    pools.set(origin, pool);
    return pool;
  }

  return {
    send({ url, method, headers, body, maxAnswerInBytes, signal }) {
      const pathStart = url.indexOf('/', url.indexOf('//') + 2);
      const path = url.slice(pathStart);
      const request = { path, method: method as Dispatcher.HttpMethod, headers, body: body ?? null };
      return new Promise((resolve, reject) => {
        // A pool that is closed fails with the error of one whose requests were cut off.
        if (isClosed) throw new errors.ClientClosedError();
        poolOf(url.slice(0, pathStart)).dispatch(
          request,
          new AnswerReader({ url, maxAnswerInBytes, signal }, { resolve, reject }),
        );
      });
    },
    async close() {
      isClosed = true;
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

type Settle = { resolve(answer: Response): void; reject(error: unknown): void };

/** Reads an answer to its end, as undici hands it over, unless the signal or its length ends it. */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #url: string;
  readonly #maxAnswerInBytes: number;
  readonly #signal: AbortSignal;
  readonly #settle: Settle;
  readonly #chunks: Buffer[] = [];
  #length = 0;
  #abort: (() => void) | undefined;
  #status = 0;
  #headers: IncomingHttpHeaders = {};

  constructor(
    { url, maxAnswerInBytes, signal }: Pick<HttpRequest, 'url' | 'maxAnswerInBytes' | 'signal'>,
    settle: Settle,
  ) {
    this.#url = url;
    this.#maxAnswerInBytes = maxAnswerInBytes;
    this.#signal = signal;
    this.#settle = settle;
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#abort = () => controller.abort(this.#signal.reason);
    if (this.#signal.aborted) this.#abort();
    else this.#signal.addEventListener('abort', this.#abort);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status;
    this.#headers = headers;
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    if (this.#length <= this.#maxAnswerInBytes) return;
    // The client refuses it for its length, which is no less as text: what is not UTF-8 gets longer, and a mark is kept.
    this.#answerWith(Buffer.concat(this.#chunks).toString());
    controller.abort(new Error('The answer is longer than maxAnswerInBytes.'));
  }

  onResponseEnd(): void {
    this.#answerWith(decoder.decode(Buffer.concat(this.#chunks)));
  }

  #answerWith(text: string): void {
    this.#stopListening();
    this.#settle.resolve(new UndiciResponse(this.#url, this.#status, this.#headers, text) as unknown as Response);
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#stopListening();
    this.#settle.reject(error);
  }

  #stopListening(): void {
    if (this.#abort) this.#signal.removeEventListener('abort', this.#abort);
  }
}

/** Leaves out a byte order mark, as `Response.text()` does. */
const decoder = new TextDecoder();

/** An answer that was read to its end, with what a `Response` has that is known of it. */
class UndiciResponse {
  readonly type = 'basic';
  readonly redirected = false;
  readonly statusText = '';
  readonly bodyUsed = true;
  readonly url: string;
  readonly status: number;
  readonly #given: IncomingHttpHeaders;
  readonly #text: string;
  #headers: Headers | undefined;

  constructor(url: string, status: number, headers: IncomingHttpHeaders, text: string) {
    this.url = url;
    this.status = status;
    this.#given = headers;
    this.#text = text;
  }

  /** Made when they are read: few answers have headers that somebody asks for. */
  get headers(): Headers {
    this.#headers ??= toHeaders(this.#given);
    return this.#headers;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  async text(): Promise<string> {
    return this.#text;
  }
}

function toHeaders(given: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value = ''] of Object.entries(given)) {
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each);
  }
  return headers;
}

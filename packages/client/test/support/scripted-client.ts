import {
  type ClientObserver,
  createEscrowClient,
  type EscrowClient,
  type EscrowClientOptions,
  type TokenSource,
} from '../../src/index.ts';

/** How a scripted fetch answers a request: with a status, or with the result of a function. */
export type Step = number | Response | ((request: Request) => Response | Promise<Response>);

export interface ScriptedFetch {
  fetch: (request: Request) => Promise<Response>;
  /** Every request that was sent, in order. */
  requests: Request[];
}

/** A fetch with a scripted answer for each request. The last step answers all further requests. */
export function scriptFetch(...steps: Step[]): ScriptedFetch {
  const requests: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    const step = steps[Math.min(requests.length, steps.length - 1)] ?? 200;
    requests.push(request);
    if (typeof step === 'function') return step(request);
    return typeof step === 'number' ? new Response('{}', { status: step }) : step.clone();
  };
  return { fetch, requests };
}

/** Fails like Node's fetch if nobody listens: nothing was sent. */
export const refuse = (): Promise<never> =>
  Promise.reject(
    new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) }),
  );

/** Fails like Node's fetch if a connection is lost: it is unknown whether the service got the request. */
export const lose = (): Promise<never> =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('reset'), { code: 'ECONNRESET' }) }));

/** Never answers, and ignores its signal. */
export const hang = (): Promise<never> => new Promise(() => {});

export interface ScriptedClient {
  client: EscrowClient;
  requests: Request[];
  /** The tokens that were sent, in order. */
  sent: () => (string | null)[];
  /** The delays before retries, as an observer receives them. */
  delays: number[];
}

/** A client with scripted answers. */
export function clientOf(steps: Step[], options: Partial<EscrowClientOptions> = {}): ScriptedClient {
  const { fetch, requests } = scriptFetch(...steps);
  const delays: number[] = [];
  const client = createEscrowClient({
    baseUrl: 'http://service.example/base',
    tokens: { organization: 'org-secret', apiKey: 'key-secret', legacyUser: 'legacy' },
    retry: { baseDelayInMs: 1 },
    fetch,
    observer: retryObserver((delayInMs) => void delays.push(delayInMs)),
    ...options,
  });
  return { client, requests, delays, sent: () => requests.map(({ headers }) => headers.get('authorization')) };
}

/** Such a client with one token, which never retries. */
export const clientWith = (apiKey: TokenSource, ...steps: Step[]): ScriptedClient =>
  clientOf(steps, { tokens: { apiKey }, retry: { max: 0 } });

/** An observer of the delays before retries. */
export const retryObserver = (onRetry: (delayInMs: number) => void): ClientObserver => ({
  retry: ({ delayInMs }) => onRetry(delayInMs),
});

/** The answer of a successful call. */
export const user: Response = Response.json({ success: true });

/** A refusal that asks for a delay. */
export const limited = (retryAfter: string): Response =>
  new Response('', { status: 429, headers: { 'retry-after': retryAfter } });

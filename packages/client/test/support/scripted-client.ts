import {
  type ClientObserver,
  createEscrowClient,
  type EscrowClient,
  type EscrowClientOptions,
  type TokenSource,
} from '../../src/index.ts';
import { type Step, scriptFetch } from './scripted-fetch.ts';

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

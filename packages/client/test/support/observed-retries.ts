import {
  type ClientObserver,
  createEscrowClient,
  type EscrowClient,
  type EscrowClientOptions,
} from '../../src/index.ts';
import { type Step, scriptFetch } from './scripted-fetch.ts';

export interface Observed {
  client: EscrowClient;
  requests: Request[];
  /** The delays before retries, as an observer receives them. */
  delays: number[];
}

/** An observer that records the delays before retries. */
export const retryObserver = (onRetry: (delayInMs: number) => void): ClientObserver => ({
  retry: ({ delayInMs }) => onRetry(delayInMs),
});

/** A client with scripted answers, and its retries. */
export function observe(steps: Step[], options: Partial<EscrowClientOptions> = {}): Observed {
  const { fetch, requests } = scriptFetch(...steps);
  const delays: number[] = [];
  const client = createEscrowClient({
    baseUrl: 'http://service.example',
    tokens: { organization: 'org', apiKey: 'key' },
    fetch,
    observer: retryObserver((delayInMs) => void delays.push(delayInMs)),
    ...options,
  });
  return { client, requests, delays };
}

/** A refusal that asks for a delay. */
export const limited = (retryAfter: string): Response =>
  new Response('', { status: 429, headers: { 'retry-after': retryAfter } });

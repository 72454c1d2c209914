import { createEscrowClient, type EscrowClient, type EscrowClientOptions, type Logger } from '../../src/index.ts';
import { type Step, scriptFetch } from './scripted-fetch.ts';

export interface Observed {
  client: EscrowClient;
  requests: Request[];
  /** The delay before each request that was sent again, as the logger hears of it. */
  delays: number[];
}

/** A logger that hears of the delay before a request is sent again. */
export const loggerOf = (onRetry: (delayInMs: number) => void): Logger => ({
  debug(_message, fields) {
    const { delayInMs } = fields as { delayInMs: number };
    if (Number.isFinite(delayInMs)) onRetry(delayInMs);
  },
  warn() {},
});

/** A client whose requests are answered as written, and what it does about them. */
export function observe(steps: Step[], options: Partial<EscrowClientOptions> = {}): Observed {
  const { fetch, requests } = scriptFetch(...steps);
  const delays: number[] = [];
  const client = createEscrowClient({
    hosts: 'http://service.example',
    tokens: { organization: 'org', apiKey: 'key' },
    fetch,
    logger: loggerOf((delayInMs) => void delays.push(delayInMs)),
    ...options,
  });
  return { client, requests, delays };
}

/** A refusal that asks for a delay. */
export const limited = (retryAfter: string): Response =>
  new Response('', { status: 429, headers: { 'retry-after': retryAfter } });

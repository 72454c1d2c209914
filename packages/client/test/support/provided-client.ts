import { createEscrowClient, type EscrowClient, type TokenSource } from '../../src/index.ts';
import { type Step, scriptFetch } from './scripted-fetch.ts';

export interface Provided {
  client: EscrowClient;
  /** The tokens that were sent, in order. */
  sent: () => (string | null)[];
}

/** A client with one token, which never retries by default. */
export function clientWith(apiKey: TokenSource, ...steps: Step[]): Provided {
  const { fetch, requests } = scriptFetch(...steps);
  const client = createEscrowClient({
    baseUrl: 'http://service.example',
    tokens: { apiKey },
    fetch,
    retry: { max: 0 },
  });
  return { client, sent: () => requests.map((request) => request.headers.get('authorization')) };
}

import { createEscrowClient, type EscrowClient, type EscrowClientOptions } from '../../src/index.ts';
import { type Step, scriptFetch } from './scripted-fetch.ts';

/** A client with an observer and scripted answers. */
export function clientOf(
  steps: Step[],
  options: Partial<EscrowClientOptions>,
): { client: EscrowClient; requests: Request[] } {
  const { fetch, requests } = scriptFetch(...steps);
  const client = createEscrowClient({
    baseUrl: 'http://service.example/base',
    tokens: { organization: 'org-secret', apiKey: 'key-secret', legacyUser: 'legacy' },
    retry: { baseDelayInMs: 1 },
    fetch,
    ...options,
  });
  return { client, requests };
}

/** The answer of a successful call. */
export const user: Response = Response.json({ success: true });

import { createEscrowClient, type EscrowClient, type EscrowClientOptions } from '../../src/index.ts';
import { type AnswerTable, createRecordingFetch, type SentRequest } from './recording-fetch.ts';

/** All tokens, each recognizable on the wire. */
export const tokens = {
  organization: 'org-token',
  clientAdmin: 'adm-token',
  legacyUser: 'usr-token',
  legacyApp: 'app-token',
  apiKey: 'key-token',
};

/** A client with a different address for each host, so that a request to the wrong one is visible. It checks all rules and never retries. */
export function createObservedClient(
  table: AnswerTable,
  options: Partial<EscrowClientOptions> = {},
): { escrow: EscrowClient; sent: SentRequest[] } {
  const { fetch, sent } = createRecordingFetch(table);
  const escrow = createEscrowClient({
    hosts: {
      contract: 'https://contract.test',
      auth: 'https://auth.test',
      identity: 'https://identity.test',
      users: 'https://users.test',
      legacy: 'https://legacy.test',
    },
    clientId: 'shop-client',
    clientSecret: 'shop-secret',
    tokens,
    checks: 'all',
    retry: { max: 0 },
    fetch,
    ...options,
  });
  return { escrow, sent };
}

/** The headers of a request without a body, and of one with a JSON body. */
export const bareHeaders = (token: string): Record<string, string> => ({
  accept: 'application/json',
  authorization: `Bearer ${token}`,
});
export const jsonHeaders = (token: string): Record<string, string> => ({
  ...bareHeaders(token),
  'content-type': 'application/json',
});

import { createEscrowClient, type EscrowClient, type TokenKind } from '@escrow-kit/client';
import { type TokenValueName, tokenNames } from '../../../src/deployment/credentials.ts';
import { tokenKindOf, valueExamples } from '../../../src/states/values.ts';

/** The token that a request carries: of a state, none at all, or one that nobody knows. */
export type SentToken = TokenValueName | 'none' | 'unknown';

/** A token that no service has issued. */
export const unknownToken = 'token-that-nobody-issued';

/** Puts something else on the wire than the client would send. */
export type ChangeRequest = (request: Request) => Request;

const tokensOf = (read: (name: TokenValueName) => string): Partial<Record<TokenKind, string>> =>
  Object.fromEntries(tokenNames.map((name) => [tokenKindOf(name), read(name)]));

/** A client without a token sends one all the same, which is taken off on the way: it refuses to be set up without. */
const withoutToken: ChangeRequest = (request) => {
  const headers = new Headers(request.headers);
  headers.delete('authorization');
  return new Request(request, { headers });
};

/**
 * The real client, which never retries here. Where a rule of its own would keep a request from being sent, `change` does
 * in its public option `fetch` what an integration without checks would do.
 */
export function createClient(
  hosts: string,
  { token, change = (request) => request }: { token?: SentToken | undefined; change?: ChangeRequest | undefined },
): EscrowClient {
  const sent = token === undefined || token === 'none' ? undefined : token;
  const tokens = tokensOf((name) => (sent === 'unknown' ? unknownToken : valueExamples[sent ?? name]));
  const { clientId, clientSecret } = valueExamples;
  return createEscrowClient({
    hosts,
    clientId,
    clientSecret,
    tokens,
    retry: { max: 0 },
    fetch: (request) => fetch(change(token === 'none' ? withoutToken(request) : request)),
  });
}

import { createEscrowClient, type EscrowClient, type TokenKind } from '@escrow-kit/client';
import { type SentToken, type TokenValueName, tokenNames, unknownToken } from '../../../src/deployment/credentials.ts';
import { tokenKindOf, valueExamples } from '../../../src/states/values.ts';

/** Sends something else than the client would send. */
export type ChangeRequest = (request: Request) => Request;

const tokensOf = (read: (name: TokenValueName) => string): Partial<Record<TokenKind, string>> =>
  Object.fromEntries(tokenNames.map((name) => [tokenKindOf(name), read(name)]));

/** For a request without a token, because the client requires one. It is removed before sending. */
const withoutToken: ChangeRequest = (request) => {
  const headers = new Headers(request.headers);
  headers.delete('authorization');
  return new Request(request, { headers });
};

/**
 * The real client, without retries. If the client's own checks would stop a request, `change` sends it in the public option
 * `fetch`, as an integration without checks would.
 */
export function createClient(
  baseUrl: string,
  { token, change = (request) => request }: { token?: SentToken | undefined; change?: ChangeRequest | undefined },
): EscrowClient {
  const sent = token === undefined || token === 'none' ? undefined : token;
  const tokens = tokensOf((name) => (sent === 'unknown' ? unknownToken : valueExamples[sent ?? name]));
  const { clientId, clientSecret } = valueExamples;
  return createEscrowClient({
    baseUrl,
    clientId,
    clientSecret,
    tokens,
    retry: { max: 0 },
    fetch: (request) => fetch(change(token === 'none' ? withoutToken(request) : request)),
  });
}

import { createEscrowClient, type EscrowClient, type OperationId, type TokenKind } from '@escrow-kit/client';
import { getOperation, openApiDocument } from '@escrow-kit/spec';
import { type SentToken, type TokenValueName, tokenNames, unknownToken } from '../../../src/deployment/credentials.ts';
import { valueExamples } from '../../../src/states/values.ts';

/** Sends something else than the client would send. */
type ChangeRequest = (request: Request) => Request;

const { securitySchemes } = openApiDocument.components;

const tokensOf = (read: (name: TokenValueName) => string): Partial<Record<TokenKind, string>> =>
  Object.fromEntries(tokenNames.map((name) => [securitySchemes[name]?.['x-token'], read(name)]));

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

/** What an operation is given, by its id. */
interface OperationInput {
  path?: unknown;
  query?: unknown;
  body?: unknown;
}

/** A typed client of a host, called with an operation that is known at run time only. */
type AnyMethod = (path: string, request: object) => Promise<{ response: Response }>;

/** Calls any operation on the typed client of its host. A refusal is an answer. */
export async function callOperation(
  escrow: EscrowClient,
  operationId: OperationId,
  { path, query, body }: OperationInput,
): Promise<Response> {
  const { host, method, path: template } = getOperation(operationId);
  const methods = escrow.hosts[host] as unknown as Record<string, AnyMethod>;
  const send = methods[method];
  if (!send) throw new Error(`${operationId} has the method ${method}, which no typed client has.`);
  return (await send(template, { params: { path, query }, body })).response;
}

import type { ServiceOperation } from '../document/operations.ts';
import { Refusal } from '../domain/refusal.ts';
import { hashSecret } from '../domain/secret-hash.ts';
import { type Caller, findCaller } from '../domain/tenants/tenant.ts';
import { readToken } from '../http/read-request.ts';
import type { Db } from '../storage/database.ts';

/** Finds who calls. Refuses a missing or unknown token (AUTH-1). */
export async function identifyCaller(db: Db, authorization: string | undefined): Promise<Caller> {
  const token = readToken(authorization);
  const caller = token === undefined ? undefined : await findCaller(db, hashSecret(token));
  if (caller) return caller;
  const message = `${whatIsWrong(authorization, token)} Send one in the header authorization: Bearer <token>.`;
  throw new Refusal('unauthorized', { rule: 'AUTH-1', field: 'authorization', message });
}

/** A header that got lost on the way is another mistake than a token of another environment. */
function whatIsWrong(authorization: string | undefined, token: string | undefined): string {
  if (authorization === undefined) return 'No token was sent.';
  if (token === undefined) return 'The header authorization holds no bearer token.';
  return 'This sandbox does not know the token that was sent.';
}

/** Refuses a caller whose token is of a kind that the operation does not take, or no token but a password (LEGACY-2). */
export function checkTokenKind(operation: ServiceOperation, { kind }: Caller): void {
  if (operation.tokenKinds.some((taken) => taken === kind)) return;
  if (kind === 'clientUserToken') {
    const message = `A clientUserToken is the customer's password, not a token. Send the ${operation.tokenKinds.join(' or ')} token.`;
    throw new Refusal('unauthorized', { rule: 'LEGACY-2', field: 'authorization', message });
  }
  const isOrganization = kind === 'organization' && operation.rules.includes('AUTH-4');
  throw new Refusal('forbidden', {
    rule: isOrganization ? 'AUTH-4' : 'AUTH-1a',
    field: 'authorization',
    message: `${operation.id} takes the ${operation.tokenKinds.join(' or ')} token, not the ${kind} token.`,
  });
}

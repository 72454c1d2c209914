import type { OperationId, ServiceOperation } from '@escrow-kit/spec';
import { createRequestValidator, type RequestViolation } from '@escrow-kit/spec/validate';
import { Refusal } from '../domain/refusal.ts';
import { canBeNoted } from '../domain/refuse-or-note.ts';
import { type Caller, findCaller } from '../domain/tenants/tenant.ts';
import { listViolations, shorten } from '../http/list-violations.ts';
import { type IncomingRequest, readToken } from '../http/read-request.ts';
import type { Db } from '../storage/database.ts';

/** Finds the caller. Throws if the token is missing or unknown (AUTH-1b). */
export async function identifyCaller(db: Db, authorization: string | undefined): Promise<Caller> {
  const token = readToken(authorization);
  const caller = await findCaller(db, token);
  if (caller) return caller;
  const message = `${whatIsWrong(authorization, token)} Send one in the header authorization: Bearer <token>.`;
  throw new Refusal('unauthorized', { rule: 'AUTH-1b', field: 'authorization', message });
}

/** A lost header is a different mistake than a token of another environment. */
function whatIsWrong(authorization: string | undefined, token: string | undefined): string {
  if (authorization === undefined) return 'No token was sent.';
  if (token === undefined) return 'The header authorization holds no bearer token.';
  return 'This sandbox does not know the token that was sent.';
}

/** Throws if the operation does not take this kind of token, or if the token is a password (AUTH-1b). */
export function checkTokenKind(operation: ServiceOperation, { kind }: Caller): void {
  if (operation.tokenKinds.some((taken) => taken === kind)) return;
  if (kind === 'clientUserToken') {
    const message = `A clientUserToken is the customer's password, not a token. Send the ${operation.tokenKinds.join(' or ')} token.`;
    throw new Refusal('unauthorized', { rule: 'AUTH-1b', field: 'authorization', message });
  }
  const isOrganization = kind === 'organization' && operation.definition['x-rules'].includes('AUTH-4');
  throw new Refusal('forbidden', {
    rule: isOrganization ? 'AUTH-4' : 'AUTH-1a',
    field: 'authorization',
    message: `${operation.id} takes the ${operation.tokenKinds.join(' or ')} token, not the ${kind} token.`,
  });
}

/** Compiling takes longer than starting, so each operation is compiled at its first call. */
const validators = new Map<OperationId, ReturnType<typeof createRequestValidator>>();

/**
 * Throws if the document forbids the request: with the first violation, and a list of the first ones, stated rules before
 * others.
 */
export function checkRequest(operation: ServiceOperation, request: IncomingRequest, body: unknown): void {
  const validate = validators.get(operation.id) ?? createRequestValidator(operation.id);
  validators.set(operation.id, validate);
  const { path, query, headers: header } = request;
  const found = validate({ path, query, header, body });
  if (found.length === 0) return;
  const sorted = found.toSorted((one, other) => weightOf(other) - weightOf(one));
  const refusal = listViolations(sorted, (violation) => {
    const field = shorten(violation.path || violation.in);
    // No rule of an operation is about a header.
    const ruleOfBody =
      violation.in === 'header' ? undefined : operation.definition['x-rules'].find((id) => !id.startsWith('AUTH'));
    const rule = violation.rule ?? ruleOfBody ?? 'ERR-1d';
    return { field, rule, message: `${field} ${violation.message}. ${violation.remedy ?? ''}`.trim() };
  });
  if (refusal) throw new Refusal('rule_violation', refusal);
}

/** Stated rules come first, then those that are refused with every setting, then implied ones. */
function weightOf({ rule, basis }: RequestViolation): number {
  if (rule === undefined || basis === 'stated') return 3;
  if (!canBeNoted(rule)) return 2;
  return basis === 'implied' ? 1 : 0;
}

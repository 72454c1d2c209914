import { type Basis, mainRuleOf, partyRoles, type ServiceOperation } from '@escrow-kit/spec';
import { createRequestValidator, type RequestParts, type RequestViolation } from '@escrow-kit/spec/validate';
import { memoize } from '../deployment/memoize.ts';
import { shownRefusalOf } from './answer-validator.ts';
import { nameOfPlace } from './change.ts';
import type { GeneratedCase } from './generated-case.ts';
import { resolveSchema } from './resolve-schema.ts';

/** What the document or a rule says becomes of a request. */
export type DueAnswer = DueRefusal | DueSuccess | Undecided;

/** It has to be refused. */
interface DueRefusal {
  kind: 'refusal';
  basis: Basis;
  rule: string;
  /** Why, such as `milestones[0].isDeliverable must not be sent`. */
  reason: string;
  /** Any 4xx if undefined. */
  status?: number;
}

/** It has to be served. */
interface DueSuccess {
  kind: 'success';
  basis: Basis;
  rule: string;
}

/** Nothing settles whether it is served. */
interface Undecided {
  kind: 'undecided';
  rule: string;
}

/** A request as far as it decides the answer. */
export interface JudgedRequest extends GeneratedCase {
  operation: ServiceOperation;
  parts: RequestParts;
}

/** Whether a deployment knows a generated national id is not shown, so that it takes one is assumed. */
const assumedSuccesses = ['submitNationalId'];

const bases: readonly Basis[] = ['stated', 'implied', 'assumed'];

/** Says what is due. If several rules forbid a request, the best known one. */
export function dueAnswerOf(request: JudgedRequest): DueAnswer {
  const { operation, changes } = request;
  const ofParts = refusalsOfParts(request);
  const refusals = [...refusalsOfToken(request), ...ofParts];
  const isSettled = changes.every((change) => change.isSettled);
  const [first] = refusals.toSorted((one, other) => bases.indexOf(one.basis) - bases.indexOf(other.basis));
  if (first) {
    const { status, ...refusal } = first;
    // Which of several reasons decides the status is not shown, and what is not settled may be one, too.
    const isOnlyReason = (isSettled || ofParts.length > 0) && refusals.every((one) => one.status === status);
    return isOnlyReason ? first : refusal;
  }
  const rule = ruleOfOperation(operation);
  if (!isSettled) return { kind: 'undecided', rule };
  return { kind: 'success', rule, basis: assumedSuccesses.includes(operation.id) ? 'assumed' : 'stated' };
}

/** The rule of the operation itself: that of its body, or the first that is not of its token. */
export function ruleOfOperation({ body, definition }: ServiceOperation): string {
  const rules =
    resolveSchema(body?.schema ?? {})['x-rules'] ?? definition['x-rules'].filter((rule) => !rule.startsWith('AUTH-'));
  return mainRuleOf(rules[0] ?? '');
}

function refusalsOfToken({ operation, token }: JudgedRequest): DueRefusal[] {
  if (token === 'own') return [];
  const refusal = { kind: 'refusal', reason: `the token is ${nameOfToken(token)}` } as const;
  if (token === 'none' || token === 'unknown') return [{ ...refusal, rule: 'AUTH-1b', basis: 'implied' }];
  if (token === 'organizationToken' && operation.definition['x-rules'].includes('AUTH-4')) {
    return [{ ...refusal, rule: 'AUTH-4', basis: 'stated', status: 403 }];
  }
  return [{ ...refusal, rule: 'AUTH-1a', basis: 'assumed' }];
}

/** A token in words. */
export const nameOfToken = (token: JudgedRequest['token']): string =>
  ({ none: 'missing', unknown: 'unknown' })[token as string] ?? `the ${token}`;

const validatorOf = memoize((operationId: string) => createRequestValidator(operationId));

function refusalsOfParts({ operation, parts, changes }: JudgedRequest): DueRefusal[] {
  const optional = changes.filter(({ isOptional }) => isOptional).map(({ path }) => nameOfPlace(path));
  const shown = shownRefusalOf(operation);
  const violations = validatorOf(operation.id)(parts);
  if (violations.length === 0 && operation.id === 'addParties' && !areBalanced(parts.body)) {
    const reason = 'the CUSTOMER amounts are not what the BROKER and PROVIDER amounts add up to';
    return [{ kind: 'refusal', rule: 'PARTY-4', basis: 'stated', reason }];
  }
  return violations.map((violation): DueRefusal => {
    const { path, rule = ruleOfOperation(operation), message, in: part } = violation;
    const reason = `${path || `the ${part}`} ${message}`;
    return {
      kind: 'refusal',
      rule,
      basis: basisOf(violation, { violations, optional }),
      reason,
      ...(shown && { status: shown.status }),
    };
  });
}

/**
 * How well it is known that a violation is refused. A service may ignore a field that may be left out, and take what it can read in
 * one way only, such as a number in quotes or a missing flag with one right value. Wrong flags are implied to be refused.
 */
function basisOf(
  { basis, path, rule = '', message }: RequestViolation,
  { violations, optional }: { violations: RequestViolation[]; optional: string[] },
): Basis {
  if (basis === 'stated') return optional.includes(path) ? 'assumed' : 'stated';
  const isAnotherValue = message.startsWith('must be equal to');
  const isOfAnotherType = violations.some(
    (other) => other.path === path && other.message.startsWith('must be boolean'),
  );
  return flagRules.includes(rule) && isAnotherValue && !isOfAnotherType ? 'implied' : 'assumed';
}

/** The refusals of a BROKER and of a CUSTOMER with wrong flags. */
const flagRules = ['PARTY-1a', 'PARTY-2a'];

interface Parties {
  mileStonesParties: Record<string, { role: string; amount: number }[]>;
}

/** Whether the parties of each milestone balance, in hundredths (PARTY-4). The document has accepted the body. */
export function areBalanced(body: unknown): boolean {
  return Object.values((body as Parties).mileStonesParties).every((parties) => {
    const signed = parties.map(({ role, amount }) => (role === partyRoles.CUSTOMER ? amount : -amount));
    return signed.reduce((total, amount) => total + Math.round(amount * 100), 0) === 0;
  });
}

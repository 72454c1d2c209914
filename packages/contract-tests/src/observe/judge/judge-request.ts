import type { DocumentedOperation, ServiceOperation } from '@escrow-kit/spec';
import { createRequestValidator, type RequestViolation } from '@escrow-kit/spec/validate';
import { type Place, placeOf, traceSteps } from './body-walk.ts';
import { areBalanced } from './document-rules.ts';
import { type FoundViolation, inBody } from './keep-violation.ts';
import type { Memory } from './memory.ts';
import { toObject } from './read-body.ts';
import type { ReadExchange } from './read-exchange.ts';

const validators = new Map<string, ReturnType<typeof createRequestValidator>>();

/** What the document and the rules forbid in the request of a call, or in an event. */
export function judgeRequest(exchange: ReadExchange, operation: DocumentedOperation, memory: Memory): FoundViolation[] {
  const { call } = exchange;
  const found = judgeParts(exchange, operation);
  return [
    ...(call ? judgeToken(exchange, call) : []),
    ...findForbiddenToken(exchange, memory),
    ...found,
    ...(found.length === 0 && call ? judgeBalance(exchange, call) : []),
  ];
}

function judgeParts(exchange: ReadExchange, operation: DocumentedOperation): FoundViolation[] {
  const { pathParameters, query, request } = exchange;
  const { kind, content } = request.body;
  const header = Object.fromEntries(request.headers);
  const parts = { path: pathParameters, query: toObject(query), header, body: content };
  const place = placeOf(request.schema);
  const isMalformed = kind === 'other' && operation.body !== undefined;
  const found = validatorOf(operation.id)(parts).flatMap((violation): FoundViolation[] => {
    const { path, keyword, rule, basis, message } = violation;
    if (violation.in !== 'body')
      return [{ part: 'request', at: `${violation.in} ${path}`, keyword, rule, basis, message }];
    if (isMalformed || kind === 'cut') return [];
    return [inBody(weighed(violation, content, place), { part: 'request', root: content, place })];
  });
  return isMalformed ? [...found, { part: 'request', at: 'body', rule: 'ERR-1d', message: 'is malformed' }] : found;
}

function validatorOf(operationId: string): ReturnType<typeof createRequestValidator> {
  const validate = validators.get(operationId) ?? createRequestValidator(operationId);
  validators.set(operationId, validate);
  return validate;
}

/** A service may ignore a field that may be left out, whatever it holds: only that it must not be sent is stated. */
function weighed(violation: RequestViolation, root: unknown, place: Place): RequestViolation {
  const { basis, keyword, pointer } = violation;
  if (basis !== 'stated' || keyword === 'required' || keyword === 'not') return violation;
  const { key = '', parent } = traceSteps(pointer, root, place).at(-1) ?? {};
  const isRequired =
    !parent || Array.isArray(root) || parent.schemas.some(({ required = [] }) => required.includes(key));
  return isRequired ? violation : { ...violation, basis: 'assumed' };
}

/** Says what is wrong with the token of a call (AUTH-1b, AUTH-4). */
function judgeToken({ token }: ReadExchange, { tokenKinds }: ServiceOperation): FoundViolation[] {
  if (tokenKinds.length === 0 || token !== undefined) return [];
  return [{ part: 'request', at: 'header authorization', rule: 'AUTH-1b', message: 'has no bearer token' }];
}

/** Says whether a token must not be used here, and how well that is known. Which token is which may only be concluded (AUTH-4). */
function findForbiddenToken({ token, call }: ReadExchange, memory: Memory): FoundViolation[] {
  const known = token === undefined ? undefined : memory.kindOf(token);
  if (known?.kind !== 'organization' || !call?.definition['x-rules'].includes('AUTH-4')) return [];
  const basis = known.isGiven ? 'stated' : 'implied';
  return [{ part: 'request', at: 'header authorization', rule: 'AUTH-4', basis, message: 'is the organization token' }];
}

/** The amounts of the parties of each milestone (PARTY-4). The document has accepted the body. */
function judgeBalance({ request }: ReadExchange, { id, body }: ServiceOperation): FoundViolation[] {
  const { kind, content } = request.body;
  if (id !== 'addParties' || kind !== 'json' || areBalanced(content)) return [];
  const inParties = { pointer: '/mileStonesParties', root: content, place: placeOf(body?.schema) };
  const message = 'the CUSTOMER amounts are not what the BROKER and PROVIDER amounts add up to';
  return [{ part: 'request', at: 'body', rule: 'PARTY-4', message, inBody: inParties }];
}

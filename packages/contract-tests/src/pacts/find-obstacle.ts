import { baseDocument, mainRuleOf, type ServiceOperation } from '@escrow-kit/spec';
import { createRequestValidator, type RequestViolation } from '@escrow-kit/spec/validate';
import { memoize } from '../deployment/memoize.ts';
import { parseContent } from './follow-request.ts';
import type { PactRequest } from './pact-document.ts';

type RequestValidator = ReturnType<typeof createRequestValidator>;

/**
 * Why a request that is to be refused shows nothing under overlays: they allow it, or refuse it for another reason than the document
 * without them. Undefined if it breaks what it broke before, and nothing else.
 */
export function findObstacle(
  request: PactRequest,
  { followed, operation }: { followed: PactRequest; operation: ServiceOperation },
): string | undefined {
  const { before, now } = validatorsOf(operation.id);
  const wanted = violationsOf(request, before);
  const found = violationsOf(followed, now);
  const other = found.find((one) => !wanted.some((violation) => isSame(one, violation)));
  if (other)
    return `under an overlay the request is refused for another reason: ${other.in} ${other.path} ${other.message}`;
  const isAllowed = wanted.length > 0 && found.length === 0;
  return isAllowed ? 'an overlay allows the request that is refused without it' : undefined;
}

const isSame = (one: RequestViolation, other: RequestViolation): boolean =>
  one.in === other.in && one.pointer === other.pointer && mainRuleOf(one.rule ?? '') === mainRuleOf(other.rule ?? '');

/** Without those of the path, whose examples the states replace. */
function violationsOf({ headers = {}, query = {}, body }: PactRequest, validate: RequestValidator): RequestViolation[] {
  const first = (values: Record<string, string[]>, toName = (name: string) => name) =>
    Object.fromEntries(Object.entries(values).map(([name, [value]]) => [toName(name), value]));
  const header = first(headers, (name) => name.toLowerCase());
  const parts = { header, query: first(query), body: parseContent(body?.content) };
  return validate(parts).filter((violation) => violation.in !== 'path');
}

const validatorsOf = memoize((id: string) => ({
  before: createRequestValidator(id, baseDocument),
  now: createRequestValidator(id),
}));

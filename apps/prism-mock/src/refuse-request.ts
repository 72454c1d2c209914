import type { RequestViolation } from '@escrow-kit/spec/validate';
import { findExcess } from './body-limits.ts';
import { type DocumentedExample, findExampleOfRule, listExamples } from './documented-example.ts';
import { matchPath } from './match-path.ts';
import type { MockRequest } from './mock-request.ts';
import type { MockedOperation } from './mocked-operation.ts';
import { parseBody } from './parse-body.ts';
import { type Reason, type Refusal, refuseHeader } from './refusal.ts';
import { refuseToken } from './refuse-token.ts';

/** Why the document refuses a request; undefined if it accepts it. The token is checked first, then the body. */
export function refuseRequest(operation: MockedOperation, request: MockRequest): Refusal | undefined {
  return (
    refuseToken(operation, request.headers.authorization) ??
    refuseMediaType(operation, request) ??
    refuseContent(operation, request)
  );
}

function refuseMediaType(operation: MockedOperation, { mediaType, text }: MockRequest): Refusal | undefined {
  if (text === '' || operation.mediaType === undefined || mediaType === operation.mediaType) return undefined;
  const [example] = listExamples(operation, 415);
  return refuseHeader('content-type', { status: 415, example, message: `is not ${operation.mediaType}` });
}

function refuseContent(operation: MockedOperation, request: MockRequest): Refusal | undefined {
  const examples = listExamples(operation, 400);
  const body = operation.mediaType === undefined ? { value: undefined } : parseBody(request);
  if (!body) return refuseBody(examples, 'is not JSON');
  const excess = findExcess(body.value);
  if (excess !== undefined) return refuseBody(examples, excess);

  const path = matchPath(operation.path, request.path) ?? {};
  const { query, headers: header } = request;
  const violations = operation.validate({ path, query, header, body: body.value });
  if (violations.length === 0) return undefined;
  const [illustrated] = byBasis(violations).flatMap((violation) => ofViolation(examples, violation) ?? []);
  return { status: 400, example: illustrated ?? examples[0], reasons: violations.map(toReason) };
}

const bases = ['stated', 'implied', 'assumed'];

/** Sorts by how well the rules are known, the best first. */
const byBasis = (violations: RequestViolation[]): RequestViolation[] =>
  violations.toSorted((one, other) => bases.indexOf(one.basis ?? '') - bases.indexOf(other.basis ?? ''));

/** Refuses a body as a whole. */
function refuseBody(examples: DocumentedExample[], message: string): Refusal {
  const example = examples.find(({ name }) => name === 'malformedBody') ?? examples[0];
  return { status: 400, example, reasons: [{ location: ['request', 'body'], message }] };
}

function ofViolation(
  examples: DocumentedExample[],
  { rule, path, message }: RequestViolation,
): DocumentedExample | undefined {
  if (rule === undefined) return undefined;
  const field = path.split('.').at(-1) || undefined;
  return findExampleOfRule(examples, { rule, field, isMissing: message === 'is missing' });
}

function toReason({ in: part, path, rule, message }: RequestViolation): Reason {
  return { location: ['request', part, ...(path === '' ? [] : [path])], rule, message };
}

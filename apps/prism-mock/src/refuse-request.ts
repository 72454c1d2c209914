import { exampleTokens, statusOfWrongValue, type TokenKind } from '@escrow-kit/spec';
import type { createRequestValidator, RequestViolation } from '@escrow-kit/spec/validate';
import { type DocumentedExample, findExampleOf, listExamples } from './examples.ts';
import { type MockRequest, parseBody } from './read-request.ts';

/** What is wrong with a request. It never contains a value of the request. */
export type Reason = Pick<RequestViolation, 'in' | 'path' | 'message'> & { rule?: string | undefined };

/** A refusal that the document describes: the status, and the example that illustrates the broken rule. */
export interface Refusal {
  status: number;
  /** Undefined if the document has none; then Prism chooses the answer. */
  example: DocumentedExample | undefined;
  reasons: Reason[];
}

/** The validator of an operation. */
export type RequestValidator = ReturnType<typeof createRequestValidator>;

/** Why the document refuses a request; undefined if it accepts it. The token is checked first, then the body. */
export function refuseRequest(request: MockRequest, validate: RequestValidator): Refusal | undefined {
  return refuseToken(request) ?? refuseMediaType(request) ?? refuseContent(request, validate);
}

const kinds = new Map(Object.entries(exampleTokens).map(([kind, token]) => [token, kind as TokenKind]));

/** Refuses a missing or unknown token with 401, and a token of a kind that the operation does not take with 403. */
function refuseToken({ operation, headers }: MockRequest): Refusal | undefined {
  if (operation.tokenKinds.length === 0) return undefined;
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '') ?? [];
  const kind = kinds.get(token);
  if (kind === undefined) {
    const [example] = listExamples(operation, 401);
    return refuseHeader('authorization', { status: 401, example, message: 'is missing or holds an unknown token' });
  }
  if (operation.tokenKinds.includes(kind)) return undefined;
  const examples = listExamples(operation, 403);
  // AUTH-4 is only about the organization token; any other wrong token has its own example.
  const isOrganization = kind === 'organization';
  const example = examples.find(({ rules }) => rules.includes('AUTH-4') === isOrganization) ?? examples[0];
  return refuseHeader('authorization', { status: 403, example, message: `holds a token of the kind ${kind}` });
}

function refuseMediaType({ operation, mediaType, text }: MockRequest): Refusal | undefined {
  if (text === '' || operation.mediaType === undefined || mediaType === operation.mediaType) return undefined;
  const [example] = listExamples(operation, 415);
  return refuseHeader('content-type', { status: 415, example, message: `is not ${operation.mediaType}` });
}

/** A refusal because of a header, for the rule that the example illustrates. */
function refuseHeader(path: string, { message, ...refusal }: Omit<Refusal, 'reasons'> & { message: string }): Refusal {
  return { ...refusal, reasons: [{ in: 'header', path, rule: refusal.example?.rules[0], message }] };
}

function refuseContent(request: MockRequest, validate: RequestValidator): Refusal | undefined {
  const { operation, path, query, headers: header } = request;
  const status = statusOfWrongValue(operation);
  const examples = listExamples(operation, status);
  const body = operation.mediaType === undefined ? { value: undefined } : parseBody(request);
  if (!body) return refuseBody({ status, examples }, 'is not JSON');
  if (hasTooManyValues(body.value)) return refuseBody({ status, examples }, `holds more than ${mostValues} values`);

  const reasons = validate({ path, query, header, body: body.value });
  if (reasons.length === 0) return undefined;
  const [example] = reasons.toSorted(byBasis).flatMap((violation) => findExampleOf(examples, violation) ?? []);
  return { status, example: example ?? findGeneralExample(examples, 'ERR-1'), reasons };
}

/** Refuses a body as a whole. */
function refuseBody({ status, examples }: { status: number; examples: DocumentedExample[] }, message: string): Refusal {
  const example = findGeneralExample(examples, 'ERR-1d');
  return { status, example, reasons: [{ in: 'body', path: '', message }] };
}

/** The example for a body that is none (ERR-1d), or for what breaks no rule, such as a missing header that an overlay requires. */
const findGeneralExample = (examples: DocumentedExample[], rule: 'ERR-1' | 'ERR-1d'): DocumentedExample | undefined =>
  examples.find(({ rules }) => rules[0] === rule) ?? examples.find(({ rules }) => rules.includes('ERR-1'));

/** Far above any contract, and few enough to be validated fast. Our choice: not shown. */
const mostValues = 20_000;

/** Walks without recursion, so that no nesting overflows the stack. */
function hasTooManyValues(body: unknown): boolean {
  const open = [body];
  for (let count = 0; open.length > 0; count += 1) {
    if (count === mostValues) return true;
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const child of Object.values(value)) open.push(child);
  }
  return false;
}

const bases = ['stated', 'implied', 'assumed'];

/** Sorts by how well the rules are known, the best first. */
const byBasis = (one: RequestViolation, other: RequestViolation): number =>
  bases.indexOf(one.basis ?? '') - bases.indexOf(other.basis ?? '');

/** Node's clients refuse answers with more than 16 KiB of headers. */
const headerLimit = 8 * 1024;

/**
 * The header in which Prism says what is wrong with a request. The code is the id of the broken rule. Holds as many reasons as
 * fit.
 */
export function toViolationsHeader(reasons: Reason[]): string {
  let header = '';
  for (const { in: part, path, rule: code, message } of reasons) {
    const location = ['request', part === 'header' ? 'headers' : part, ...(path === '' ? [] : [path])];
    const entry = toAscii(JSON.stringify({ location, severity: 'Error', code, message }));
    if (header.length + entry.length > headerLimit) break;
    header += `${header && ','}${entry}`;
  }
  return `[${header}]`;
}

/** A key that the caller chose, such as a milestone id, may hold characters that a header may not. */
const toAscii = (json: string): string =>
  json.replaceAll(/[^\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

import { responseFor } from '@escrow-kit/spec';
import { listExamples } from './documented-example.ts';
import type { MockRequest } from './mock-request.ts';
import type { MockedOperation } from './mocked-operation.ts';
import { type Preferences, readPreferences } from './preferences.ts';
import { askFor, passOn } from './prism-request.ts';
import { Problem } from './problem.ts';
import type { Refusal } from './refusal.ts';
import { refuseRequest } from './refuse-request.ts';
import type { PrismRequest } from './send-to-prism.ts';

/** What to ask Prism. */
export interface Choice {
  prismRequest: PrismRequest;
  /** Why the document refuses the request; undefined if it does not, or if the caller chose an answer. */
  refusal?: Refusal;
}

/**
 * Chooses the answer. A caller who prefers a code or an example gets it, even for a wrong request; otherwise the document
 * decides. Throws a problem with status 404 if the document lacks the preferred example.
 */
export function chooseAnswer(operation: MockedOperation, request: MockRequest): Choice {
  const preferences = readPreferences(request.headers['prefer']);
  if (preferences.code !== undefined || preferences.example !== undefined) {
    refuseUnknownCode(operation, preferences);
    refuseUnknownExample(operation, preferences);
    return { prismRequest: askFor(operation, preferences) };
  }
  const refusal = refuseRequest(operation, request);
  if (!refusal) return { prismRequest: passOn(operation, request, preferences) };
  const { status, example } = refusal;
  const chosen = { ...preferences, code: String(status), ...(example && { example: example.name }) };
  return { prismRequest: askFor(operation, chosen), refusal };
}

/** Prism would answer any status by the response that stands for other refusals. */
function refuseUnknownCode({ responses }: MockedOperation, { code }: Preferences): void {
  // Prism itself refuses a code that is not a number.
  const status = Number(code);
  if (code === undefined || Number.isNaN(status) || responseFor(responses, status)) return;
  throw notFound(`The document has no answer ${code}. It has ${Object.keys(responses).join(', ')}.`);
}

/** Prism would look for the example among those of success, and answer 500 if it finds none. */
function refuseUnknownExample(operation: MockedOperation, { code, example }: Preferences): void {
  if (code === undefined || example === undefined) return;
  const names = listExamples(operation, code).map(({ name }) => name);
  if (names.length === 0 || names.includes(example)) return;
  throw notFound(`The examples of ${code} are ${names.join(', ')}.`);
}

const notFound = (detail: string): Problem =>
  new Problem(404, {
    type: 'https://stoplight.io/prism/errors#NOT_FOUND',
    title: 'The server cannot find the requested content',
    detail,
  });

import { NOT_FOUND, ProblemJsonError } from '@stoplight/prism-http';
import { listExamples } from './documented-example.ts';
import type { DocumentedOperation } from './documented-operation.ts';
import type { MockRequest } from './mock-request.ts';
import type { Preferences } from './prism.ts';
import type { Refusal } from './refusal.ts';
import { refuseRequest } from './refuse-request.ts';

/** Which answer Prism is asked for. */
export interface Choice {
  preferences: Preferences;
  /** Why the document refuses the request; undefined where it does not, or where the caller chose an answer. */
  refusal: Refusal | undefined;
  /** Whether Prism may refuse the request by itself. */
  validate: boolean;
}

/**
 * Chooses the answer. A caller who prefers a code or an example gets it, whatever the request looks like; otherwise the
 * document decides. Throws a problem with status 404 where the document lacks the preferred example.
 */
export function chooseAnswer(operation: DocumentedOperation, request: MockRequest, preferences: Preferences): Choice {
  if (preferences.code !== undefined || preferences.exampleKey !== undefined) {
    refuseUnknownExample(operation, preferences);
    return { preferences, refusal: undefined, validate: false };
  }
  const refusal = refuseRequest(operation, request);
  if (!refusal) return { preferences, refusal, validate: true };
  const { status: code, example } = refusal;
  return { preferences: { ...preferences, code, exampleKey: example?.name }, refusal, validate: false };
}

/** Prism would look for the example among those of success, and answer 500 where it finds none. */
function refuseUnknownExample(operation: DocumentedOperation, { code, exampleKey }: Preferences): void {
  if (code === undefined || exampleKey === undefined) return;
  const names = listExamples(operation, code).map(({ name }) => name);
  if (names.length === 0 || names.includes(exampleKey)) return;
  throw ProblemJsonError.fromTemplate(NOT_FOUND, `The examples of ${code} are ${names.join(', ')}.`);
}

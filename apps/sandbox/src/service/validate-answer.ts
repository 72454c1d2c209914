import { findResponseViolations } from '../document/find-response-violations.ts';
import type { ServiceOperation } from '../document/operations.ts';
import type { Answer } from '../http/answer.ts';

/** A test mode: turns an answer that the document does not give the operation into a 500 that says so. */
export function validateAnswer(operation: ServiceOperation, answer: Answer): Answer {
  const { status, body } = answer;
  const bodyText = body === undefined ? undefined : JSON.stringify(body);
  const mediaType = body === undefined ? undefined : 'application/json';
  const violations = findResponseViolations(operation, { status, mediaType, bodyText });
  if (violations.length === 0) return answer;
  const message = `The document has no such answer: ${violations.join('; ')}.`;
  return { status: 500, headers: {}, body: { error: 'undocumented_response', message } };
}

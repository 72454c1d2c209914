import { EscrowError } from '../errors/escrow-error.ts';
import { isRecord, isText } from '../rules/guards.ts';
import type { FlowRecord } from './flow-record.ts';
import { requiredFieldsOf } from './steps.ts';

const titleOf = ({ flow, key }: FlowRecord): string => `${flow} ${JSON.stringify(key)}`;

/** The steps that are done, with the ids of contract and milestones, which the operator of the service knows them by. */
function doneInWords({ results }: FlowRecord): string {
  const done = Object.entries(results).map(([step, result]) => {
    const id = textIdOf(result);
    return id === undefined ? step : `${step} (${JSON.stringify(id)})`;
  });
  return done.length > 0 ? `Done: ${done.join(', ')}.` : 'No step is done.';
}

/** The id in a result; undefined for a customer's, which is a number: a person's is not for a message. */
function textIdOf(result: unknown): string | undefined {
  const id = isRecord(result) ? result['id'] : result;
  return isText(id) ? id : undefined;
}

/** The error of a run that is refused before it sends anything. */
export function refusal(
  record: FlowRecord,
  { code, problem, remedy }: { code: 'journal' | 'input_changed'; problem: string; remedy: string },
): EscrowError {
  const message = `${titleOf(record)}: ${problem} This run sent nothing. ${doneInWords(record)} ${remedy}`;
  const { flow, key, doneSteps } = record;
  return Object.assign(new EscrowError(code, message), { flow, key, doneSteps });
}

/** What is known of a pending step. */
export interface PendingDetails {
  step: string;
  since: string;
  /** Why nobody knows its outcome, or why a resolution was not taken: a sentence. */
  reason: string;
  /** What the result is, in words, for the person who gives it. */
  resultInWords: string;
  /** The service's answer. */
  result?: unknown;
  cause?: unknown;
}

/** What `resolveStep` takes, if there is something to find out. */
function fieldsInWords(step: string): string {
  const fields = requiredFieldsOf(step);
  return fields.length > 0 ? ` (with { ${fields.join(', ')} } if it was)` : '';
}

/** The error of a flow that stops because nobody knows whether a step was carried out. */
export function stepPendingError(record: FlowRecord, details: PendingDetails): EscrowError {
  const { step, since, reason, resultInWords, result, cause } = details;
  const { flow, key, revision, doneSteps } = record;
  const resolution = `step: '${step}', revision: ${revision}`;
  const message =
    `${titleOf(record)} stopped: nobody knows whether ${step} was carried out. ${reason} ` +
    `Ask the operator of the service, then call resolveStep${fieldsInWords(step)}, or run the flow again with resolve: { ${resolution}, outcome: 'not-sent' } ` +
    `or { ${resolution}, outcome: 'succeeded', result }, with ${resultInWords} as the result. ${doneInWords(record)}`;
  const { host, attempts, operationId }: Partial<EscrowError> = cause instanceof EscrowError ? cause : {};
  const error = new EscrowError('step_pending', message, { host, attempts: attempts ?? 0, outcome: 'unknown', cause });
  const requiredFields = requiredFieldsOf(step);
  return Object.assign(error, { operationId, flow, key, step, revision, since, requiredFields, result, doneSteps });
}

/**
 * Adds to the error of a step where the flow stopped and what is done. An error that is not ours stays as it is.
 */
export function stoppedAt(record: FlowRecord, step: string, error: unknown): unknown {
  if (!(error instanceof EscrowError)) return error;
  const { flow, key, doneSteps } = record;
  const before = error.message;
  const message =
    `${before} ${titleOf(record)} stopped at ${step}. ${doneInWords(record)} ` +
    `Once the cause is fixed, run it again with the same key: it goes on at ${step}.`;
  // The stack begins with the message as it was.
  const stack = error.stack?.replace(before, () => message);
  return Object.assign(error, { message, stack, flow, key, step, doneSteps });
}

import { EscrowError } from '../errors/escrow-error.ts';
import { isRecord, isText } from '../rules/guards.ts';
import type { FlowRecord } from './flow-record.ts';
import { requiredFieldsOf } from './steps.ts';

const titleOf = ({ flow, key }: FlowRecord): string => `${flow} ${JSON.stringify(key)}`;

/** Lists the steps that are done, with the ids of contract and milestones, so that the operator of the service can find them. */
function describeDone({ results }: FlowRecord): string {
  const done = Object.entries(results).map(([step, result]) => {
    const id = textIdOf(result);
    return id === undefined ? step : `${step} (${JSON.stringify(id)})`;
  });
  return done.length > 0 ? `Done: ${done.join(', ')}.` : 'No step is done.';
}

/** The id in a result. Undefined for the id of a customer, which is a number: it is personal, so no message shows it. */
function textIdOf(result: unknown): string | undefined {
  const id = isRecord(result) ? result['id'] : result;
  return isText(id) ? id : undefined;
}

/** The error of a run that is refused before it sends anything. */
export function createRunRefusedError(
  record: FlowRecord,
  { code, problem, remedy }: { code: 'journal' | 'input_changed'; problem: string; remedy: string },
): EscrowError {
  const message = `${titleOf(record)}: ${problem} This run sent nothing. ${describeDone(record)} ${remedy}`;
  const { flow, key, doneSteps } = record;
  return Object.assign(new EscrowError(code, message), { flow, key, doneSteps });
}

/** What is known about a pending step. */
export interface PendingDetails {
  step: string;
  since: string;
  /** Why its outcome is unknown, or why a resolution was refused: a sentence. */
  reason: string;
  /** What the result is, in words, for the person who looks it up. */
  resultInWords: string;
  /** The service's answer. */
  result?: unknown;
  cause?: unknown;
}

/** The fields that `resolveStep` needs, if any. */
function describeFields(flow: string, step: string): string {
  const fields = requiredFieldsOf(flow, step);
  return fields.length > 0 ? ` (with { ${fields.join(', ')} } if it was)` : '';
}

/** The error of a flow that stops because nobody knows whether a step was carried out. */
export function stepPendingError(record: FlowRecord, details: PendingDetails): EscrowError {
  const { step, since, reason, resultInWords, result, cause } = details;
  const { flow, key, revision, doneSteps } = record;
  const resolution = `step: '${step}', revision: ${revision}`;
  const message =
    `${titleOf(record)} stopped: nobody knows whether ${step} was carried out. ${reason} ` +
    `Ask the operator of the service, then call resolveStep${describeFields(flow, step)}, or run the flow again with resolve: { ${resolution}, outcome: 'not-sent' } ` +
    `or { ${resolution}, outcome: 'succeeded', result }, with ${resultInWords} as the result. ${describeDone(record)}`;
  const { host, attempts, operationId }: Partial<EscrowError> = cause instanceof EscrowError ? cause : {};
  const error = new EscrowError('step_pending', message, { host, attempts: attempts ?? 0, outcome: 'unknown', cause });
  const requiredFields = requiredFieldsOf(flow, step);
  return Object.assign(error, { operationId, flow, key, step, revision, since, requiredFields, result, doneSteps });
}

/**
 * Adds to the error of a step where the flow stopped and which steps are done. Returns errors that are not ours unchanged.
 */
export function addStopDetails(record: FlowRecord, step: string, error: unknown): unknown {
  if (!(error instanceof EscrowError)) return error;
  const { flow, key, doneSteps } = record;
  const before = error.message;
  const message =
    `${before} ${titleOf(record)} stopped at ${step}. ${describeDone(record)} ` +
    `Once the cause is fixed, run it again with the same key: it goes on at ${step}.`;
  // The stack begins with the old message.
  const stack = error.stack?.replace(before, () => message);
  return Object.assign(error, { message, stack, flow, key, step, doneSteps });
}

import type { Call } from '../calls/call.ts';
import { EscrowError } from '../errors/escrow-error.ts';
import type { CallOptions, InternalCallOptions } from '../transport/call-options.ts';
import { addStopDetails, type PendingDetails, stepPendingError } from './flow-errors.ts';
import type { Report } from './flow-options.ts';
import type { FlowRecord } from './flow-record.ts';
import { instanceIdOf } from './journaled-service.ts';
import type { PlannedStep } from './plan.ts';

/** The context that all steps of one run share. */
export interface FlowRun {
  record: FlowRecord;
  call: Call;
  options: CallOptions | undefined;
  report: Report;
}

/** One step that this run sends. */
interface Attempt<Results> {
  run: FlowRun;
  step: PlannedStep<Results>;
  /** Set right before the request leaves. */
  mark?: {
    since: string;
    /** Settles when the journal has saved the step as pending, or has failed to. */
    saved: Promise<void>;
  };
}

/**
 * Sends a step and saves its result. The step is `pending` in the journal from right before its request leaves until its outcome is
 * known. If the run dies before the request leaves, the step stays free; after that, it stays pending.
 */
export async function runStep<Results>(run: FlowRun, step: PlannedStep<Results>): Promise<void> {
  const attempt: Attempt<Results> = { run, step };
  let result: unknown;
  try {
    result = await callOnce(attempt);
  } catch (error) {
    return await throwAfterFailure(attempt, error);
  }
  await saveDone(attempt, result);
}

/** Makes the call of a step, and reads its result. */
async function callOnce<Results>(attempt: Attempt<Results>): Promise<unknown> {
  const { run, step } = attempt;
  const { operation, requiredPaths = [] } = step;
  const done = run.record.results as Results;
  const options: InternalCallOptions = {
    ...run.options,
    beforeFirstRequest: () => markPending(attempt),
    onResponse: (response) => run.record.setInstance(instanceIdOf(response)),
  };
  // The operation is known only at run time; the call checks its input.
  const answer = await run.call(operation, step.input(done) as never, options, ...requiredPaths);
  const result = step.readResult(step.resultIn(answer, done), done);
  if (result !== undefined) return result;
  const faults = step.faultsIn?.(answer) ?? [];
  const message = `${step.name}: its answer is not ${[step.resultInWords, ...faults].join('; ')}.`;
  throw new EscrowError('decode', message, { outcome: 'unknown' });
}

/** Saves the step as pending. */
function markPending<Results>(attempt: Attempt<Results>): Promise<void> {
  const { run, step } = attempt;
  const { name, inputHash } = step;
  const since = new Date().toISOString();
  const save = async () => {
    if (!step.isRepeatable) await run.record.save(name, { status: 'pending', since, inputHash });
    run.report(name, 'pending');
  };
  attempt.mark = { since, saved: save() };
  return attempt.mark.saved;
}

/** Saves that the step is free again, unless the service may have carried it out, and throws the error of the flow. */
async function throwAfterFailure<Results>(attempt: Attempt<Results>, error: unknown): Promise<never> {
  const { run, step, mark } = attempt;
  const { record, report } = run;
  try {
    // If the call ended before the journal saved the mark, its request never left.
    await mark?.saved;
  } catch (journalError) {
    report(step.name, 'failed');
    throw addStopDetails(record, step.name, journalError);
  }
  if (mark && !step.isRepeatable && hasUnknownOutcome(error)) {
    const reason = error instanceof EscrowError ? error.message : 'Its call failed, see the cause.';
    throw createUnknownOutcomeError(attempt, { since: mark.since, reason, cause: error });
  }
  // If this save fails, the step stays pending for the next run, which is safe.
  if (mark && !step.isRepeatable) await record.save(step.name, undefined).catch(() => {});
  report(step.name, 'failed');
  throw addStopDetails(record, step.name, error);
}

const hasUnknownOutcome = (error: unknown): boolean => !(error instanceof EscrowError) || error.outcome === 'unknown';

async function saveDone<Results>(attempt: Attempt<Results>, result: unknown): Promise<void> {
  const { run, step, mark } = attempt;
  const { record, report } = run;
  const { name, inputHash, isRepeatable } = step;
  try {
    await record.save(name, { status: 'done', inputHash, result });
  } catch (cause) {
    if (isRepeatable || !mark) {
      report(name, 'failed');
      throw addStopDetails(record, name, cause);
    }
    const reason = 'The service answered, see error.result, but the journal could not be written.';
    throw createUnknownOutcomeError(attempt, { since: mark.since, reason, result, cause });
  }
  report(name, 'done');
}

/** Reports that the outcome of a step is unknown, and returns the error that says so. */
function createUnknownOutcomeError<Results>(
  { run, step }: Attempt<Results>,
  details: Omit<PendingDetails, 'step' | 'resultInWords'>,
): EscrowError {
  run.report(step.name, 'unknown');
  const { name, resultInWords } = step;
  return stepPendingError(run.record, { ...details, step: name, resultInWords });
}

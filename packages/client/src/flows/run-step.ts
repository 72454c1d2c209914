import { EscrowError } from '../errors/escrow-error.ts';
import type { CallOptions } from '../options.ts';
import { doubtError, stoppedAt } from './flow-errors.ts';
import type { Report } from './flow-options.ts';
import type { FlowRecord } from './flow-record.ts';
import type { PlannedStep } from './plan.ts';

/** What the steps of one run share. */
export interface FlowRun {
  record: FlowRecord;
  call: CallOptions | undefined;
  report: Report;
}

/** The mark in the journal that a step's request is about to leave. */
interface Mark {
  since: string;
  /** Settles when the journal has it, or could not be written. */
  saved: Promise<void>;
}

/**
 * Sends a step and keeps its result. It is `pending` in the journal from right before its request leaves until it is known
 * what became of it: a run that dies earlier leaves no doubt.
 */
export async function runStep<Results>(run: FlowRun, step: PlannedStep<Results>): Promise<void> {
  const { record } = run;
  const done = record.results as Results;
  let mark: Mark | undefined;
  const beforeFirstRequest = () => {
    mark ??= markPending(run, step);
    return mark.saved;
  };
  let answer: unknown;
  try {
    answer = await step.send(done, { ...run.call, beforeFirstRequest });
  } catch (error) {
    return await stopAfterFailure(run, step, mark, error);
  }
  const result = step.readResult(answer, done);
  if (result === undefined) {
    const message = `${step.name}: its answer is not ${step.resultInWords}.`;
    await stopAfterFailure(run, step, mark, new EscrowError('decode', message, { outcome: 'unknown' }));
  }
  await saveDone(run, step, mark, result);
}

function markPending<Results>({ record, report }: FlowRun, step: PlannedStep<Results>): Mark {
  const { name, inputHash, isRepeatable } = step;
  const since = new Date().toISOString();
  const save = async () => {
    if (!isRepeatable) await record.save(name, { status: 'pending', since, inputHash });
    report(name, 'pending');
  };
  return { since, saved: save() };
}

/** Whether a step that failed may have been carried out, and must not be sent again by itself. */
function isInDoubt<Results>({ isRepeatable }: PlannedStep<Results>, error: unknown): boolean {
  return !isRepeatable && !(error instanceof EscrowError && error.outcome !== 'unknown');
}

async function stopAfterFailure<Results>(
  { record, report }: FlowRun,
  step: PlannedStep<Results>,
  mark: Mark | undefined,
  error: unknown,
): Promise<never> {
  try {
    // The call may have ended before the journal had the mark: then its request never left.
    await mark?.saved;
  } catch (journalError) {
    report(step.name, 'failed');
    throw stoppedAt(record, step.name, journalError);
  }
  if (mark && isInDoubt(step, error)) {
    report(step.name, 'in-doubt');
    const reason = error instanceof EscrowError ? error.message : 'Its call failed, see the cause.';
    throw doubtError(record, { ...doubtOf(step, mark), reason, cause: error });
  }
  // Where it cannot be saved that the step is free again, it is in doubt next time, which is safe.
  if (mark && !step.isRepeatable) await record.save(step.name, undefined).catch(() => {});
  report(step.name, 'failed');
  throw stoppedAt(record, step.name, error);
}

async function saveDone<Results>(
  { record, report }: FlowRun,
  step: PlannedStep<Results>,
  mark: Mark | undefined,
  result: unknown,
): Promise<void> {
  const { name, inputHash, isRepeatable } = step;
  try {
    await record.save(name, { status: 'done', inputHash, result });
  } catch (cause) {
    if (!mark || isRepeatable) {
      report(name, 'failed');
      throw stoppedAt(record, name, cause);
    }
    report(name, 'in-doubt');
    const reason = 'The service answered it, as error.result has it, but the journal could not be written.';
    throw doubtError(record, { ...doubtOf(step, mark), reason, result, cause });
  }
  report(name, 'done');
}

const doubtOf = <Results>({ name, resultInWords }: PlannedStep<Results>, { since }: Mark) => ({
  step: name,
  since,
  resultInWords,
});

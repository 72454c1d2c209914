import { EscrowError, fail } from '../errors/escrow-error.ts';
import { isRecord } from '../rules/is-record.ts';
import { fingerprint } from './fingerprint.ts';
import type { FlowOptions } from './flow-options.ts';
import type { JournalEntry, JournalStep } from './journal.ts';

/** Runs one step, or gives the result that it had before. */
export type RunStep = <Result = null>(
  step: string,
  /** Must be the one that the step was done with, if it is done; that of a step which was refused may be mended. */
  input: unknown,
  send: () => Promise<unknown>,
  options?: {
    /** The step may be sent again, so that it is never in doubt. Default false. */
    isRepeatable?: boolean;
    /** Whether a result can be one of the step. Default: `null` only. */
    isResult?: (result: unknown) => boolean;
  },
) => Promise<Result>;

/** The result of a step that gives none. */
const isNothing = (result: unknown): boolean => result === null;

/** What the caller's store gives. Its failure becomes the cause of an error of ours; a conflict is one already. */
async function storeGives<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof EscrowError) throw cause;
    fail('journal', 'the journal failed, see the cause.', { cause });
  }
}

/**
 * Opens the journal of a flow, and gives what runs its steps: each is `pending` before it is sent, and `done` with its
 * result after. One that was refused, or surely not sent, is free to be sent again; one whose outcome is unknown stops
 * the flow.
 */
export async function openSteps(flow: string, { key, journal, inDoubt }: FlowOptions): Promise<RunStep> {
  const stored = await storeGives(() => journal.load(key));
  let entry: JournalEntry = stored ?? { flow, revision: 0, steps: {} };
  if (entry.flow !== flow || !isRecord(entry.steps)) fail('journal', `"${key}" is no journal of ${flow}.`);

  const save = async (step: string, state?: JournalStep) => {
    // A new object each time: the store may keep the one that it was given.
    const next = { ...entry, revision: entry.revision + 1, steps: { ...entry.steps, [step]: state } };
    await storeGives(() => journal.save(key, next));
    entry = next;
  };

  const stop = (step: string, cause?: unknown, result?: unknown): never => {
    const { revision } = entry;
    const message = `was ${step} of "${key}" carried out? Answer with inDoubt of revision ${revision}.`;
    const error = new EscrowError('step_in_doubt', message, { ...(cause as object), outcome: 'unknown', cause });
    throw Object.assign(error, { flow, key, step, revision, result });
  };

  const resultOf = (step: string, done: JournalStep & { status: 'done' }, inputHash: string): never => {
    if (done.inputHash !== inputHash) fail('journal', `${step} of "${key}" was done with other input.`);
    return done.result as never;
  };

  /** What the caller says of a step that was begun, if it is said of this very doubt. */
  const answerTo = (step: string): { resend?: boolean; result?: unknown } =>
    entry.steps[step] && inDoubt?.step === step && inDoubt.revision === entry.revision ? inDoubt : {};

  /** Ends a step that failed: in doubt, unless it has no result and surely was not carried out. */
  const giveUp = async (step: string, error: unknown, result: unknown): Promise<never> => {
    if (result !== undefined || !(error instanceof EscrowError) || error.outcome === 'unknown')
      stop(step, error, result);
    // Where it can't be saved that the step is free again, it is in doubt next time, which is safe.
    await save(step).catch(() => {});
    throw error;
  };

  return async (step, input, send, { isRepeatable, isResult = isNothing } = {}) => {
    const inputHash = await fingerprint(input);
    const before = entry.steps[step];
    if (before?.status === 'done') return resultOf(step, before, inputHash);
    const answer = answerTo(step);
    let { result } = answer;
    const isGiven = 'result' in answer;
    if (before && !isGiven && !isRepeatable && answer.resend !== true) stop(step);
    try {
      if (!isGiven) {
        await save(step, { status: 'pending' });
        result = await send();
      }
      if (!isResult(result)) fail('decode', `the result is not one of ${step}.`, { outcome: 'unknown' });
      await save(step, { status: 'done', inputHash, result });
    } catch (error) {
      if (isRepeatable) throw error;
      // What is no result of the step may hold anything, and is not printed.
      await giveUp(step, error, [result].find(isResult));
    }
    return result as never;
  };
}

import { EscrowError, fail } from '../errors/escrow-error.ts';
import { operationTable } from '../generated/operations.ts';
import type { OperationId } from '../operation-types.ts';
import { isRecord } from '../rules/is-record.ts';
import { isText } from '../rules/is-text.ts';
import { fingerprint } from './fingerprint.ts';
import type { FlowOptions } from './flow-options.ts';
import type { JournalEntry, JournalStep } from './journal.ts';

/** Runs one step, or gives the result that it had before. */
export type RunStep = <Result = null>(
  /** Where it is the id of an operation that may be sent again, the step is never in doubt. */
  step: string,
  /** Must be the one that the step was done with, if it is done; that of a step which was refused may be mended. */
  input: unknown,
  send: () => Promise<unknown>,
  /** Whether a result can be one of the step. Default: `null` only. */
  isResult?: (result: unknown) => boolean,
) => Promise<Result>;

/**
 * Opens the journal of a flow, and gives what runs its steps: each is `pending` before it is sent, and `done` with its
 * result after. One that was refused, or surely not sent, is free to be sent again; one whose outcome is unknown stops
 * the flow.
 */
export async function openSteps(flow: string, options: FlowOptions): Promise<RunStep> {
  const { key, journal, inDoubt } = options;
  const fresh = { flow, salt: crypto.randomUUID(), revision: 0, steps: {} };
  let entry: JournalEntry = (await journal.load(key)) ?? fresh;
  if (entry.flow !== flow || !isRecord(entry.steps)) fail('journal', `"${key}" is no journal of ${flow}.`);
  // A store that keeps a part of an entry, or a version that knew no salt.
  if (!isText(entry.salt)) fail('journal', `"${key}" has no salt: finish it with the version that wrote it.`);
  // What the caller says counts for the doubt that this revision left, and for no later one.
  const loadedRevision = entry.revision;

  const save = async (step: string, state?: JournalStep) => {
    // A new object each time: the store may keep the one that it was given.
    const next = { ...entry, revision: entry.revision + 1, steps: { ...entry.steps, [step]: state } };
    await journal.save(key, next);
    entry = next;
  };

  const stop = (step: string, cause?: unknown, result?: unknown): never => {
    const { revision } = entry;
    const message = `was ${step} of "${key}" carried out? Answer with inDoubt of revision ${revision}.`;
    const error = new EscrowError('step_in_doubt', message, {
      ...(cause instanceof EscrowError && cause),
      outcome: 'unknown',
      cause,
    });
    throw Object.assign(error, { flow, key, step, revision, result });
  };

  /** Gets the result of a step and keeps it. A step that fails is in doubt, unless it surely was not carried out. */
  const finish = async (
    step: string,
    inputHash: string,
    work: () => unknown,
    isResult: (result: unknown) => boolean = (result) => result === null,
  ) => {
    let result: unknown;
    try {
      result = await work();
      if (!isResult(result)) fail('decode', `the result is not one of ${step}.`, { outcome: 'unknown' });
      await save(step, { status: 'done', inputHash, result });
      return result;
    } catch (error) {
      if (operationTable[step as OperationId]?.isRepeatable) throw error;
      // What is no result of the step may hold anything, and is not printed.
      const kept = [result].find(isResult);
      if (kept !== undefined || !(error instanceof EscrowError) || error.outcome === 'unknown') stop(step, error, kept);
      // Where it can't be saved that the step is free again, it is in doubt next time, which is safe.
      await save(step).catch(() => {});
      throw error;
    }
  };

  return async (step, input, send, isResult) => {
    const inputHash = await fingerprint(input, entry.salt);
    const before = entry.steps[step];
    if (before?.status === 'done') {
      if (before.inputHash !== inputHash) fail('journal', `${step} of "${key}" was done with other input.`);
      return before.result as never;
    }
    const isAnswered = before && inDoubt?.step === step && inDoubt.revision === loadedRevision;
    const { result, resend }: { result?: unknown; resend?: boolean } = isAnswered ? inDoubt : {};
    if (result !== undefined) return finish(step, inputHash, () => result, isResult) as never;
    if (before && !operationTable[step as OperationId]?.isRepeatable && resend !== true) stop(step);
    await save(step, { status: 'pending' });
    return finish(step, inputHash, send, isResult) as never;
  };
}

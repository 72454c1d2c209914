import { type CallOptions, EscrowError } from '../index.ts';
import { isRecord } from '../rules/is-record.ts';
import { isText } from '../rules/is-text.ts';
import { type Journal, type JournalEntry, type JournalStep, journalError } from './journal.ts';
import { StepInDoubtError } from './step-in-doubt-error.ts';

/** What to do with the step that is in doubt: send it again, or go on with the result that it had. */
export type InDoubt = {
  step: string;
  /** The revision of the error, so that the answer counts for this doubt and for no later one of the step. */
  revision: number;
} & ({ resend: true } | { result: unknown });

/** How a flow is run. */
export interface FlowOptions {
  /** Names the flow, such as an order's id. The same key resumes where the flow stood and repeats nothing. */
  key: string;
  /** Where the flow keeps its steps. A flow that must survive a crash needs a durable one. */
  journal: Journal;
  /** The answer to a {@link StepInDoubtError}. */
  inDoubt?: InDoubt;
  /** For every call of the flow. */
  call?: CallOptions;
}

/** How a step is run. */
interface StepOptions {
  /** The step may be sent again, so that it is never in doubt. Default false. */
  isRepeatable?: boolean;
  /** Whether a result can be one of the step. Default: `null` only. */
  isResult?: (result: unknown) => boolean;
}

/**
 * Runs one step, or gives the result that it had before. The input of a step that is done must be the one that it was done
 * with; that of a step which was refused may be mended.
 */
export type RunStep = <Result>(
  step: string,
  input: unknown,
  send: () => Promise<Result>,
  options?: StepOptions,
) => Promise<Result>;

/** A SHA-256 over the input with its keys in order, so that the same input has the same fingerprint. */
async function fingerprint(input: unknown): Promise<string> {
  const sortKeys = (_name: string, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  const bytes = new TextEncoder().encode(JSON.stringify(input, sortKeys));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join();
}

/** The error of the caller's store, as the cause of one of ours; a conflict is one already. */
const storeError =
  (what: string) =>
  (cause: unknown): never => {
    if (cause instanceof EscrowError) throw cause;
    throw new EscrowError('journal', `The journal could not ${what}, see the cause.`, { cause });
  };

async function openEntry(flow: string, { key, journal }: FlowOptions): Promise<JournalEntry> {
  if (!isText(key)) throw journalError('Give the flow a key.');
  if (typeof journal?.load !== 'function') throw journalError('Give the flow a journal, with load and save.');
  // Also where a store throws before there is a promise.
  const load = async () => journal.load(key);
  const entry = (await load().catch(storeError(`load "${key}"`))) ?? { flow, revision: 0, steps: {} };
  if (!isRecord(entry.steps) || !Number.isInteger(entry.revision)) {
    throw journalError(`The entry of "${key}" is damaged: restore it, or use another key.`);
  }
  if (entry.flow !== flow) throw journalError(`"${key}" is the key of another flow, ${entry.flow}: use another.`);
  return entry;
}

/** Stops a flow whose step may have been carried out. */
type Stop = (cause?: unknown, result?: unknown) => never;

const isNothing = (result: unknown): boolean => result === null;

/**
 * Runs a flow whose steps are journaled: `pending` before a step is sent, `done` with its result after. A step that was
 * refused, or surely not sent, is free to be sent again; one whose outcome is unknown stops the flow.
 */
export async function runFlow<Result>(
  flow: string,
  options: FlowOptions,
  run: (runStep: RunStep) => Promise<Result>,
): Promise<Result> {
  const { key, journal, inDoubt } = options ?? {};
  let entry = await openEntry(flow, { ...options });

  const save = async (step: string, state?: JournalStep) => {
    // A new object each time: the store may keep the one that it was given.
    const next = { ...entry, revision: entry.revision + 1, steps: { ...entry.steps, [step]: state } };
    const write = async () => journal.save(key, next);
    await write().catch(storeError(`save "${key}"`));
    entry = next;
  };

  /** The result of a step that is done, with this very input. */
  const resultOf = (step: string, done: JournalStep & { status: 'done' }, inputHash: string): never => {
    if (done.inputHash !== inputHash) throw journalError(`${step} of "${key}" was done with other input.`);
    return done.result as never;
  };

  /** What the caller says of a step that is in doubt, if it is said of this doubt. */
  const answerTo = (step: string): InDoubt | undefined => {
    if (inDoubt?.step !== step || inDoubt.revision !== entry.revision) return undefined;
    return 'result' in inDoubt || inDoubt.resend === true ? inDoubt : undefined;
  };

  /** Sends a step. What was refused, or surely not sent, is free to be sent again; any other failure stops the flow. */
  const sendStep = async (step: string, send: () => Promise<unknown>, stop: Stop): Promise<unknown> => {
    await save(step, { status: 'pending' });
    return send().catch(async (error) => {
      if (!(error instanceof EscrowError) || error.outcome === 'unknown') stop(error);
      // Where it can't be saved that the step is free again, it is in doubt next time, which is safe.
      await save(step).catch(() => {});
      throw error;
    });
  };

  return run(async (step, input, send, { isRepeatable, isResult = isNothing } = {}) => {
    const inputHash = await fingerprint(input);
    const stored = entry.steps[step];
    if (stored?.status === 'done') return resultOf(step, stored, inputHash);
    const stop: Stop = (cause, result) => {
      if (isRepeatable && cause) throw cause;
      throw new StepInDoubtError({ flow, key, step, revision: entry.revision, result }, cause);
    };
    const answer = stored && answerTo(step);
    if (stored && !answer && !isRepeatable) stop();
    const isGiven = answer && 'result' in answer;
    const result = isGiven ? answer.result : await sendStep(step, send, stop);
    if (!isResult(result)) {
      if (isGiven) throw journalError(`inDoubt.result is not one of ${step}.`);
      stop(new EscrowError('decode', `The result is not one of ${step}.`, { outcome: 'unknown' }));
    }
    await save(step, { status: 'done', inputHash, result }).catch((error) => stop(error, result));
    return result as never;
  });
}

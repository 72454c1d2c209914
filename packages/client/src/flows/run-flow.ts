import { EscrowError } from '../errors/escrow-error.ts';
import { StepInDoubtError } from '../errors/step-in-doubt-error.ts';
import type { CallOptions } from '../transport/send.ts';
import type { Journal, JournalEntry, JournalStep } from './journal.ts';

/** What to do with the step that is in doubt: send it again, or go on with the result that it had. */
export type InDoubt = { step: string; resend: true } | { step: string; result: unknown };

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

/** Runs one step, or gives the result that it had before. */
export type RunStep = <Result>(step: string, send: () => Promise<Result>, options?: StepOptions) => Promise<Result>;

/** A SHA-256 over the input with its keys in order, so that the same input has the same fingerprint. */
async function fingerprint(input: unknown): Promise<string> {
  const sortKeys = (_name: string, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  const bytes = new TextEncoder().encode(JSON.stringify(input, sortKeys));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const journalError = (message: string): EscrowError => new EscrowError('journal', message);

async function openEntry(flow: string, input: unknown, { key, journal }: FlowOptions): Promise<JournalEntry> {
  const inputHash = await fingerprint(input);
  const entry = await journal.load(key);
  if (!entry) return { flow, inputHash, revision: 0, steps: {} };
  if (entry.flow === flow && entry.inputHash === inputHash) return entry;
  throw new EscrowError(
    'journal',
    `The key "${key}" was used for another flow or input: use another key for this one.`,
  );
}

/**
 * Runs a flow whose steps are journaled: `pending` before a step is sent, `done` with its result after. A step that was
 * refused, or surely not sent, is free to be sent again; one whose outcome is unknown stops the flow.
 */
export async function runFlow<Result>(
  flow: string,
  input: unknown,
  options: FlowOptions,
  run: (runStep: RunStep) => Promise<Result>,
): Promise<Result> {
  const { key, journal, inDoubt } = options;
  let entry = await openEntry(flow, input, options);

  const save = async (step: string, state?: JournalStep) => {
    const { [step]: _before, ...steps } = entry.steps;
    // A new object each time: the store may keep the one that it was given.
    entry = { ...entry, revision: entry.revision + 1, steps: state ? { ...steps, [step]: state } : steps };
    await journal.save(key, entry);
  };

  return run(async (step, send, { isRepeatable = false, isResult = (result: unknown) => result === null } = {}) => {
    const stored = entry.steps[step];
    if (stored?.status === 'done') return stored.result as never;
    const answer = inDoubt?.step === step ? inDoubt : undefined;
    if (stored && answer && 'result' in answer) {
      if (!isResult(answer.result)) throw journalError(`inDoubt.result is no result of the step ${step}.`);
      await save(step, { status: 'done', result: answer.result });
      return answer.result as never;
    }
    if (stored && !answer && !isRepeatable) throw new StepInDoubtError({ flow, key, step });

    const stop = (error: unknown, result?: unknown): never => {
      throw isRepeatable ? error : new StepInDoubtError({ flow, key, step, result }, error);
    };
    await save(step, { status: 'pending' });
    const result = await send().catch(async (error) => {
      if (!(error instanceof EscrowError) || error.outcome === 'unknown') return stop(error);
      await save(step);
      throw error;
    });
    await save(step, { status: 'done', result }).catch((error) => stop(error, result));
    return result;
  });
}

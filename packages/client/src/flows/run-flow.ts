import { EscrowError } from '../errors/escrow-error.ts';
import { StepInDoubtError } from '../errors/step-in-doubt-error.ts';
import { isRecord } from '../rules/is-record.ts';
import type { CallOptions } from '../transport/send.ts';
import type { Journal, JournalEntry, JournalStep } from './journal.ts';

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
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
      : value;
  const bytes = new TextEncoder().encode(JSON.stringify(input, sortKeys));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const journalError = (message: string): EscrowError => new EscrowError('journal', message);

async function openEntry(flow: string, { key, journal }: FlowOptions): Promise<JournalEntry> {
  if (typeof key !== 'string' || !key) throw journalError('Give the flow a key, text that is not empty.');
  const entry = await journal.load(key);
  if (!entry) return { flow, revision: 0, steps: {} };
  if (!isRecord(entry.steps) || !Number.isInteger(entry.revision))
    throw journalError(`The entry of "${key}" is damaged.`);
  if (entry.flow === flow) return entry;
  throw journalError(`The key "${key}" was used for the flow ${entry.flow}: use another key for ${flow}.`);
}

/**
 * Runs a flow whose steps are journaled: `pending` before a step is sent, `done` with its result after. A step that was
 * refused, or surely not sent, is free to be sent again; one whose outcome is unknown stops the flow.
 */
export async function runFlow<Result>(
  flow: string,
  options: FlowOptions,
  run: (runStep: RunStep) => Promise<Result>,
): Promise<Result> {
  const { key, journal, inDoubt } = options;
  let entry = await openEntry(flow, options);

  const save = async (step: string, state?: JournalStep) => {
    const { [step]: _before, ...steps } = entry.steps;
    // A new object each time: the store may keep the one that it was given.
    const next = { ...entry, revision: entry.revision + 1, steps: state ? { ...steps, [step]: state } : steps };
    await journal.save(key, next);
    entry = next;
  };

  /** What the caller says of the step, if it is in doubt and the answer is to this doubt. */
  const answerTo = (step: string): InDoubt | undefined => {
    const isAnswered = inDoubt?.step === step && inDoubt.revision === entry.revision;
    return entry.steps[step] && isAnswered ? inDoubt : undefined;
  };

  return run(
    async (step, input, send, { isRepeatable = false, isResult = (result: unknown) => result === null } = {}) => {
      const inputHash = await fingerprint(input);
      const stored = entry.steps[step];
      if (stored?.status === 'done' && stored.inputHash === inputHash) return stored.result as never;
      if (stored?.status === 'done')
        throw journalError(`${step} of "${key}" was done with other input: run it with that one.`);

      const stop = (error?: unknown, result?: unknown): never => {
        if (isRepeatable && error) throw error;
        throw new StepInDoubtError({ flow, key, step, revision: entry.revision, result }, error);
      };
      const answer = answerTo(step);
      if (stored && !answer && !isRepeatable) stop();
      if (answer && 'result' in answer) {
        if (!isResult(answer.result)) throw journalError(`inDoubt.result is no result of the step ${step}.`);
        await save(step, { status: 'done', inputHash, result: answer.result });
        return answer.result as never;
      }
      await save(step, { status: 'pending' });
      const result = await sendStep(send, { stop, isResult, forget: () => save(step) });
      await save(step, { status: 'done', inputHash, result }).catch((error) => stop(error, result));
      return result;
    },
  );
}

/** Sends a step. One that was refused, or surely not sent, is forgotten; one whose outcome is unknown stops the flow. */
async function sendStep<Result>(
  send: () => Promise<Result>,
  {
    stop,
    isResult,
    forget,
  }: {
    stop: (error: unknown) => never;
    isResult: (result: unknown) => boolean;
    forget: () => Promise<void>;
  },
): Promise<Result> {
  const result = await send().catch(async (error) => {
    if (!(error instanceof EscrowError) || error.outcome === 'unknown') return stop(error);
    // Where it can't be saved that the step is free again, it is in doubt next time, which is safe.
    await forget().catch(() => {});
    throw error;
  });
  if (isResult(result)) return result;
  return stop(
    new EscrowError('decode', 'The service answered with no result that the step can have.', { outcome: 'unknown' }),
  );
}

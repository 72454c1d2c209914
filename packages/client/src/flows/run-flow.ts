import { EscrowError, fail } from '../errors/escrow-error.ts';
import type { CallOptions } from '../options.ts';
import { complete } from '../rules/complete.ts';
import { isRecord } from '../rules/is-record.ts';
import { isText } from '../rules/is-text.ts';
import type { ValueSchema } from '../rules/value-schema.ts';
import type { Journal, JournalEntry, JournalStep } from './journal.ts';

/**
 * What an error with the code `step_in_doubt` says. Nobody knows whether a step of a flow was carried out: its answer
 * never came, or the process died before it did. The flow stops rather than do it twice. Look the step up with the
 * service operator, then run the flow again with `inDoubt: { step, revision, resend: true }` where it was not carried
 * out, or `inDoubt: { step, revision, result }` where it was.
 */
export interface StepInDoubt {
  readonly flow: string;
  readonly key: string;
  readonly step: string;
  /** The revision of the journal, which an answer to this doubt names, so that it answers no later one. */
  readonly revision: number;
  /** What the service answered with, where only the journal could not be written. */
  readonly result?: unknown;
}

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
  /** The answer to a {@link StepInDoubt}. */
  inDoubt?: InDoubt;
  /** For every call of the flow. */
  call?: CallOptions;
}

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

/** What a flow is. */
export interface Flow<Input, Result> {
  name: string;
  /** What the input is checked by, before the first step. */
  schema: ValueSchema;
  run: (input: Input, runStep: RunStep, call: CallOptions | undefined) => Promise<Result>;
}

const method: ValueSchema = { type: 'function' };
const optionsSchema: ValueSchema = {
  properties: { key: { type: 'text', accepts: isText }, journal: { properties: { load: method, save: method } } },
};

/** The result of a step that gives none. */
const isNothing = (result: unknown): boolean => result === null;

/** A SHA-256 over the input with its keys in order, so that the same input has the same fingerprint. */
async function fingerprint(input: unknown): Promise<string> {
  const sortKeys = (_name: string, value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(
          Object.keys(value)
            .sort()
            .map((name) => [name, value[name]]),
        )
      : value;
  const bytes = new TextEncoder().encode(JSON.stringify(input, sortKeys));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join();
}

/** What the caller's store gives. Its failure becomes the cause of an error of ours; a conflict is one already. */
async function storeGives<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof EscrowError) throw cause;
    fail('journal', 'the journal failed, see the cause.', { cause });
  }
}

/** Opens the journal of a flow, and gives what runs its steps. */
async function openSteps(flow: string, { key, journal, inDoubt }: FlowOptions): Promise<RunStep> {
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
      await giveUp(step, error, result);
    }
    return result as never;
  };
}

/**
 * Creates a flow whose steps are journaled: `pending` before a step is sent, `done` with its result after. A step that
 * was refused, or surely not sent, is free to be sent again; one whose outcome is unknown stops the flow.
 */
export const createFlow =
  <Input, Result>({ name, schema, run }: Flow<Input, Result>) =>
  async (input: Input, options: FlowOptions): Promise<Result> => {
    complete(schema, input, { operationId: name });
    complete(optionsSchema, options, { operationId: name }, 'options');
    return run(input, await openSteps(name, options), options.call);
  };

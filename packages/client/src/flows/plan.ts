import type { InternalCallOptions } from '../transport/call-options.ts';
import { fingerprint } from './fingerprint.ts';

/** A step of a flow. */
export interface Step<Results> {
  name: keyof Results & string;
  /** What it sends, without ids from earlier steps, so that the same input has the same fingerprint. */
  input: unknown;
  /** Whether it may be repeated. Such a step is never pending. */
  isRepeatable?: boolean;
  /** What its result is, in words, for a person who has to look it up. */
  resultInWords: string;
  /** Returns the part of a result to save in the journal; undefined if the value cannot be a result of this step. */
  readResult(value: unknown, done: Results): unknown;
  /** @param done The results of earlier steps. */
  send(done: Results, options: InternalCallOptions): Promise<unknown>;
}

/** The steps of a flow for one input, in order. */
export interface Plan<Results, Result> {
  steps: Step<Results>[];
  /** @param done The results of all steps. */
  resultOf(done: Results): Result;
}

/** A step with the fingerprint of its input. */
export interface PlannedStep<Results = object> extends Step<Results> {
  inputHash: string;
}

/** Adds the fingerprint to each step, with the salt of the journal entry. */
export const addFingerprints = <Results>(steps: Step<Results>[], salt: string): Promise<PlannedStep<Results>[]> =>
  Promise.all(steps.map(async (step) => ({ ...step, inputHash: await fingerprint(step.input, salt) })));

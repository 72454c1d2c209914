import type { InternalCallOptions } from '../transport/call-options.ts';
import { fingerprint } from './fingerprint.ts';

/** A step of a flow. */
export interface Step<Results> {
  name: keyof Results & string;
  /** What it sends, without the ids that earlier steps result in: the same input has the same fingerprint. */
  input: unknown;
  /** Whether sending it twice does what sending it once does: then it is never pending. */
  isRepeatable?: boolean;
  /** What its result is, in words, for whoever has to give it. */
  resultInWords: string;
  /** What the journal keeps of a result; undefined where the value cannot be one. */
  readResult(value: unknown, done: Results): unknown;
  /** @param done The results of the steps before it. */
  send(done: Results, options: InternalCallOptions): Promise<unknown>;
}

/** The steps of a flow with one input, in order. */
export interface Plan<Results, Result> {
  steps: Step<Results>[];
  /** @param done The results of all steps. */
  resultOf(done: Results): Result;
}

/** A step with the fingerprint of its input. */
export interface PlannedStep<Results = object> extends Step<Results> {
  inputHash: string;
}

/** Adds the fingerprints, salted for one journal entry. */
export const addFingerprints = <Results>(steps: Step<Results>[], salt: string): Promise<PlannedStep<Results>[]> =>
  Promise.all(steps.map(async (step) => ({ ...step, inputHash: await fingerprint(step.input, salt) })));

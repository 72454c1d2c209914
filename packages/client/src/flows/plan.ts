import type { OperationId } from '../document/operation-types.ts';
import type { Deployment } from '../document/registered.ts';
import type { RequestInput } from '../input/check-request.ts';
import { fingerprint } from './fingerprint.ts';

/** A step of a flow: one call. */
export interface Step<Results> {
  name: keyof Results & string;
  operation: OperationId;
  /** What it sends, without ids from earlier steps, so that the same content has the same fingerprint. */
  content: unknown;
  /**
   * Returns the input of the call.
   * @param done The results of earlier steps.
   */
  input(done: Results): RequestInput;
  /** The paths of the fields that the answer must have, such as `data.id`. */
  requiredPaths?: readonly string[];
  /** What its result is, in words, for a person who has to look it up. */
  resultInWords: string;
  /** Returns the result in an answer. */
  resultIn(answer: unknown, done: Results): unknown;
  /** Returns the part of a result to save in the journal; undefined if the value cannot be a result of this step. */
  readResult(value: unknown, done: Results): unknown;
  /** Names the fields of an answer that keep it from having a result, and what they are. */
  faultsIn?(answer: unknown): string[];
}

/** The steps of a flow for one input, in order. */
export interface Plan<Results, Result> {
  steps: Step<Results>[];
  /** @param done The results of all steps. */
  resultOf(done: Results): Result;
}

/** A step with the fingerprint of its content. */
export interface PlannedStep<Results = object> extends Step<Results> {
  inputHash: string;
  /** Whether it may be repeated. Such a step is never pending. */
  isRepeatable: true | undefined;
}

/** Adds the fingerprint to each step, with the salt of the journal entry. */
export const planSteps = <Results>(
  steps: Step<Results>[],
  salt: string,
  { operationTable }: Deployment,
): Promise<PlannedStep<Results>[]> =>
  Promise.all(
    steps.map(async (step) => ({
      ...step,
      inputHash: await fingerprint(step.content, salt),
      isRepeatable: operationTable[step.operation]?.isRepeatable,
    })),
  );

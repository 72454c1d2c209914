import { EscrowError } from '../index.ts';

/** Which step of which flow is in doubt. */
export interface StepInDoubt {
  flow: string;
  key: string;
  step: string;
  /** The revision of the journal, which an answer to this doubt names, so that it answers no later one. */
  revision: number;
  /** What the service answered with, where only the journal could not be written. */
  result?: unknown;
}

/**
 * Nobody knows whether a step of a flow was carried out: its answer never came, or the process died before it did. The
 * flow stops rather than do it twice. Look the step up with the service operator, then run the flow again with
 * `inDoubt: { step, revision, resend: true }` where it was not carried out, or `inDoubt: { step, revision, result }` where it was.
 */
export class StepInDoubtError extends EscrowError implements StepInDoubt {
  override name = 'StepInDoubtError';
  declare readonly flow: string;
  declare readonly key: string;
  declare readonly step: string;
  declare readonly revision: number;
  declare readonly result: unknown;

  constructor(doubt: StepInDoubt, cause?: unknown) {
    const { flow, key, step, revision } = doubt;
    const attempts = cause instanceof EscrowError ? cause.attempts : 0;
    super(
      'step_in_doubt',
      `It is unknown whether ${step} of ${flow} "${key}" was carried out: find out, then run it again with inDoubt of revision ${revision}.`,
      { ...doubt, attempts, outcome: 'unknown', cause },
    );
  }
}

import { EscrowError } from './escrow-error.ts';

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
  readonly flow: string;
  readonly key: string;
  readonly step: string;
  readonly revision: number;
  readonly result: unknown;

  constructor({ flow, key, step, revision, result }: StepInDoubt, cause?: unknown) {
    const attempts = cause instanceof EscrowError ? cause.attempts : 0;
    super(
      'step_in_doubt',
      `${flow} "${key}" stopped: it is unknown whether the step ${step} was carried out. ` +
        'Find out, then run it again with inDoubt: { step, revision, resend: true }, or { step, revision, result } if it was.',
      { attempts, outcome: 'unknown', ...(cause !== undefined && { cause }) },
    );
    this.flow = flow;
    this.key = key;
    this.step = step;
    this.revision = revision;
    this.result = result;
  }
}

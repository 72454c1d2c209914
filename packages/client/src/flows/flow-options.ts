import type { CallOptions } from '../options.ts';
import type { Journal } from './journal.ts';

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

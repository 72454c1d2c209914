import type { CallOptions } from '../transport/call-options.ts';
import type { Journal } from './journal.ts';
import type { Doubt } from './steps.ts';

/** What an error says that stopped a flow, besides its message. */
export interface FlowStop {
  /** The flow that stopped, such as `openContract`. */
  readonly flow: string;
  /** The key that it was run with. */
  readonly key: string;
  /** The step at which it stopped; undefined where no step was at fault. */
  readonly step?: string | undefined;
  /** The steps that the service has carried out, in this run or an earlier one. */
  readonly doneSteps: readonly string[];
}

/**
 * What an error with the code `step_in_doubt` says. The flow stops rather than send the step twice. Look the step up with
 * the service operator, then call `settleDoubt`, or run the flow again with an answer: {@link InDoubt}. Where `since` is less than
 * the deadline of a call ago, another run may still be at work on the step: wait until then.
 */
export type StepInDoubt = Doubt & {
  /** The steps that the service has carried out, in this run or an earlier one. */
  readonly doneSteps: readonly string[];
  /** What the service answered with, where only the journal could not be written. */
  readonly result?: unknown;
};

/**
 * The answer to a step in doubt. `resend: true` says that it was not carried out: it is sent again. `result` says that it
 * was: the flow goes on with it. The answer is kept in the journal before anything is sent, and cannot be taken back.
 */
export type InDoubt<Results> =
  | NotCarriedOut<keyof Results>
  | { [Step in keyof Results]: CarriedOut<Step, Results[Step]> }[keyof Results];

interface AnswerTo<Step> {
  /** The step of the error. */
  step: Step;
  /** The revision of the error, so that the answer counts for this doubt and for no later one of the step. */
  revision: number;
}

interface NotCarriedOut<Step> extends AnswerTo<Step> {
  /** It was not carried out: send it again. */
  resend: true;
  /** Left out, as there is none yet. */
  result?: never;
}

interface CarriedOut<Step, Result> extends AnswerTo<Step> {
  /** It was carried out, with this result. */
  result: Result;
  /** Left out, as it is not sent again. */
  resend?: never;
}

/** What became of a step, for a page that shows it. */
export interface StepProgress<Step> {
  /** The flow, such as `openContract`. */
  flow: string;
  /** The key that it runs with. */
  key: string;
  /** The step, such as `createContract`. */
  step: Step;
  /** 1 for the first step of the flow. */
  position: number;
  /** How many steps the flow has. */
  total: number;
  /**
   * `pending`: its request is about to be sent. `done`: now, or in an earlier run. `failed`: it was refused, or not sent; the
   * next run sends it. `in-doubt`: nobody knows.
   */
  status: 'pending' | 'done' | 'failed' | 'in-doubt';
}

/** Tells what became of a step. */
export type Report = (step: string, status: StepProgress<string>['status']) => void;

/** How a flow is run. */
export interface FlowOptions<Results> {
  /** Names the flow, such as an order's id. The same key resumes where the flow stood and repeats nothing. */
  key: string;
  /** Where the flow keeps its steps. A flow that must survive a crash needs a durable one. */
  journal: Journal;
  /** The answer to a step in doubt. */
  inDoubt?: InDoubt<Results> | undefined;
  /** Receives each step's status, those that an earlier run did first. What it throws is logged and changes nothing. */
  onStep?: ((progress: StepProgress<keyof Results>) => void) | undefined;
  /** For every call of the flow. */
  call?: CallOptions | undefined;
}

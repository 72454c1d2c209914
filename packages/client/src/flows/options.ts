import { OptionFaults } from '../input.ts';
import { isRecord, isText, isTooDeep } from '../json.ts';
import type { CallOptions } from '../options.ts';
import { isJournal, type Journal, journalDemand, type PendingStep } from './journal.ts';

/** The data of an error that stopped a flow. */
export interface FlowStop {
  /** The flow that stopped, such as `openContract`. */
  readonly flow: string;
  /** The key of the run. */
  readonly key: string;
  /** The step at which it stopped; undefined if no step caused it. */
  readonly step?: string | undefined;
  /** The steps that the service has carried out, in this run or an earlier one. */
  readonly doneSteps: readonly string[];
}

/**
 * The data of an error with the code `step_pending`. The flow stops rather than send the step twice. Ask the operator of the service
 * about the step, then run `escrow-kit-client resolve`, call `resolveStep`, or run the flow again with a {@link StepResolution}. Until
 * `since` is longer ago than the time-out of a call, another run can still be working on the step.
 */
export type StepPending = PendingStep & {
  /** The steps that the service has carried out, in this run or an earlier one. */
  readonly doneSteps: readonly string[];
  /** The service's answer, if only the journal could not be written. */
  readonly result?: unknown;
};

/**
 * The resolution of a pending step. `not-sent`: the service did not carry it out, so the flow sends it again. `succeeded`: it did, and
 * the flow resumes with the result. The resolution is saved before anything is sent, and is final.
 */
export type StepResolution<Results> =
  | (ResolutionOf<keyof Results> & { outcome: 'not-sent'; result?: never })
  | { [Step in keyof Results]: ResolutionOf<Step> & { outcome: 'succeeded'; result: Results[Step] } }[keyof Results];

interface ResolutionOf<Step> {
  /** The step, from the error. */
  step: Step;
  /** The revision, from the error, so that the resolution applies to this run of the step and to no later one. */
  revision: number;
}

/** The progress of a step, for a page that shows it. */
export interface StepProgress<Step> {
  /** The flow, such as `openContract`. */
  flow: string;
  /** The key of the run. */
  key: string;
  /** The step, such as `createContract`. */
  step: Step;
  /** 1 for the first step of the flow. */
  position: number;
  /** How many steps the flow has. */
  total: number;
  /**
   * `pending`: its request is about to be sent. `done`: now, or in an earlier run. `failed`: it was refused, or not sent; the
   * next run sends it. `unknown`: the service may have carried it out.
   */
  status: 'pending' | 'done' | 'failed' | 'unknown';
}

/** Reports the status of a step. */
export type Report = (step: string, status: StepProgress<string>['status']) => void;

/** Options for one run of a flow. */
export interface FlowOptions<Results> {
  /**
   * Names the run, such as an order's ID. The same key resumes the flow where it stopped, and repeats nothing. It is saved, and
   * printed in errors, so do not use a phone number or other personal data.
   */
  key: string;
  /** Where the flow saves its steps. A flow that must survive a crash needs a durable one. Default: the client's `journal`. */
  journal?: Journal | undefined;
  /** The resolution of a pending step. */
  resolve?: StepResolution<Results> | undefined;
  /** Receives the status of each step, first of those done by earlier runs. Its errors are passed to the observer's `warning`. */
  onStep?: ((progress: StepProgress<keyof Results>) => void) | undefined;
  /** Options for every call of the flow. */
  call?: CallOptions | undefined;
}

/** A resolution as it was given. Without types, a caller can pass anything. */
export interface GivenResolution {
  step: string;
  revision: number;
  outcome?: unknown;
  result?: unknown;
}

const isResolution = (value: unknown): value is GivenResolution =>
  isRecord(value) && isText(value['step']) && Number.isInteger(value['revision']) && !isTooDeep(value);

/**
 * Checks the options of a flow.
 * @param defaultJournal The client's journal, used unless the options have one.
 * @throws EscrowError `configuration` that lists each wrong option.
 */
export function readFlowOptions<Results>(
  flow: string,
  options: FlowOptions<Results>,
  defaultJournal: Journal | undefined,
): FlowOptions<Results> & { journal: Journal } {
  const faults = new OptionFaults();
  const given = faults.group('', options, ['key', 'journal', 'resolve', 'onStep', 'call']);
  const { key, journal = defaultJournal, resolve, onStep, call } = given;
  const isAccepted = resolve === undefined || isResolution(resolve);
  faults.expect('key', isText(key), 'text that names the run, such as the ID of the order');
  faults.expect('journal', isJournal(journal), `${journalDemand}, set here or on the client`);
  faults.expect('resolve', isAccepted, "an object with the error's step and revision");
  faults.expect('onStep', onStep === undefined || typeof onStep === 'function', 'a function');
  faults.expect('call', call === undefined || isRecord(call), 'an object');
  faults.throwIfAny('was not started', { operationId: flow });
  return { ...options, journal: journal as Journal };
}

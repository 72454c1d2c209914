import type { CreatedMilestone, RegisteredCustomer } from '../generated/schema.ts';

/** What the steps of `flows.openContract` result in, by their names. Milestones count from 1, in the order of the input. */
export interface OpenContractResults {
  /** The id of the contract. */
  createContract: string;
  /** The milestone, as the service created it. */
  [milestone: `addMilestones.${number}`]: CreatedMilestone;
  /** What the service answers is not shown. */
  addParties: null;
}

/** A step of `flows.openContract`, such as `addMilestones.1`. */
export type OpenContractStep = keyof OpenContractResults;

/** What the steps of `flows.onboardCustomer` result in, by their names. */
export interface OnboardCustomerResults {
  /** The ids of the customer. */
  registerCustomer: RegisteredCustomer;
  /** What the service answers is not shown. */
  addBankAccount: null;
  /** What the service answers is not shown. */
  addAddress: null;
}

/** A step of `flows.onboardCustomer`. */
export type OnboardCustomerStep = keyof OnboardCustomerResults;

interface DoubtOf<Flow extends string, Step extends string> {
  /** The flow that stopped. */
  readonly flow: Flow;
  /** The key that it was run with. */
  readonly key: string;
  /** The step of which nobody knows. */
  readonly step: Step;
  /** The revision of the journal, which an answer to this doubt repeats, so that it answers no later one. */
  readonly revision: number;
  /** When the request was about to be sent, as ISO 8601 in UTC, by the clock of the process that sent it. */
  readonly since: string;
}

/**
 * A step of a flow of which nobody knows whether it was carried out: its answer never came, or the process died before it
 * did. It may also be a step that another process is sending at this moment.
 */
export type Doubt = DoubtOf<'openContract', OpenContractStep> | DoubtOf<'onboardCustomer', OnboardCustomerStep>;

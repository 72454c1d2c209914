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

/** A field of a result that a person has to find out: the id of what was created, and amounts of a milestone. */
export type ResultField = 'id' | 'itemPrice' | 'fee' | 'feePercentage';

interface PendingStepOf<Flow extends string, Step extends string> {
  /** The flow that stopped. */
  readonly flow: Flow;
  /** The key that it was run with. */
  readonly key: string;
  /** The step of which nobody knows. */
  readonly step: Step;
  /** The revision of the journal, which a resolution repeats, so that it resolves no later run of the step. */
  readonly revision: number;
  /** When the request was about to be sent, as ISO 8601 in UTC, by the clock of the process that sent it. */
  readonly since: string;
  /** What to find out if the service carried it out, such as for the form of an operator: nothing for most steps. */
  readonly requiredFields: readonly ResultField[];
}

/**
 * A step of a flow whose outcome nobody knows: its answer never came, or the process died before it did. It may also be a step
 * that another process is sending at this moment.
 */
export type PendingStep =
  | PendingStepOf<'openContract', OpenContractStep>
  | PendingStepOf<'onboardCustomer', OnboardCustomerStep>;

/** The fields that the result of a step needs. */
export function requiredFieldsOf(step: string): readonly ResultField[] {
  if (step === 'createContract') return ['id'];
  return step.startsWith('addMilestones.') ? ['id', 'itemPrice', 'fee', 'feePercentage'] : [];
}

import type { CreatedMilestone, RegisteredCustomer } from '../document/schemas.ts';

/** The results of the steps of `flows.openContract`, by name. Milestones count from 1, in the order of the input. */
export interface OpenContractResults {
  /** The id of the contract. */
  createContract: string;
  /** The milestone, as the service created it. */
  [milestone: `addMilestones.${number}`]: CreatedMilestone;
  /** The service's answer is not shown. */
  addParties: null;
}

/** A step of `flows.openContract`, such as `addMilestones.1`. */
export type OpenContractStep = keyof OpenContractResults;

/** The results of the steps of `flows.onboardCustomer`, by name. */
export interface OnboardCustomerResults {
  /** The ids of the customer. */
  registerCustomer: RegisteredCustomer;
  /** The service's answer is not shown. */
  addBankAccount: null;
  /** The service's answer is not shown. */
  addAddress: null;
}

/** A step of `flows.onboardCustomer`. */
export type OnboardCustomerStep = keyof OnboardCustomerResults;

/** A field of a result that a person has to look up: the id of what was created, or an amount of a milestone. */
export type ResultField = 'id' | 'itemPrice' | 'fee' | 'feePercentage';

interface PendingStepOf<Flow extends string, Step extends string> {
  /** The flow that stopped. */
  readonly flow: Flow;
  /** The key of the run. */
  readonly key: string;
  /** The step whose outcome is unknown. */
  readonly step: Step;
  /** The revision of the journal entry. A resolution repeats it, so that it applies to no later run of the step. */
  readonly revision: number;
  /** When the request was about to be sent, as ISO 8601 in UTC, by the clock of the process that sent it. */
  readonly since: string;
  /** The fields to look up if the service carried it out, such as for an operator's form. Empty for most steps. */
  readonly requiredFields: readonly ResultField[];
}

/**
 * A step of a flow whose outcome is unknown: its answer never came, or the process died before it came. Another process may also be
 * sending it at this moment.
 */
export type PendingStep =
  | PendingStepOf<'openContract', OpenContractStep>
  | PendingStepOf<'onboardCustomer', OnboardCustomerStep>
  | PendingStepOf<`${string}.${string}`, string>;

/** Whether a flow is one that a caller defined: its name has a dot. */
export const isDefinedFlow = (flow: string): boolean => flow.includes('.');

/** The fields that a person has to look up for the result of a step. A flow that a caller defined has none. */
export function requiredFieldsOf(flow: string, step: string): readonly ResultField[] {
  if (isDefinedFlow(flow)) return [];
  if (step === 'createContract') return ['id'];
  return step.startsWith('addMilestones.') ? ['id', 'itemPrice', 'fee', 'feePercentage'] : [];
}

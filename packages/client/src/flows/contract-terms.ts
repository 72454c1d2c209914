import type { Deployment, FieldOf, IsRegistered, OwnFields } from '../document/registered.ts';
import type { BrokerParty } from '../document/schemas.ts';
import { fail } from '../errors/escrow-error.ts';
import type { Milestone, ParentContract } from '../resources/contracts.ts';
import type { Check } from '../rules/check.ts';
import { bodyCheckOf } from '../rules/deployment.ts';
import { checkOfField, fieldNames, requiresField } from '../rules/fields.ts';
import { anything } from '../rules/values.ts';

/** The fields of a contract or milestone that a flow makes, and the shop's, from which it makes them. */
export const madeFields = [
  'type',
  'isParent',
  'itemDetail',
  'itemPrice',
  'deadLine',
  'milestones',
  'title',
  'description',
  'price',
  'commission',
  'deadline',
  'buyer',
  'seller',
] as const;

/** The fields of a party that a flow makes. */
export const madePartyFields = ['role', 'amount', 'phoneNumber'] as const;

/** The fields of a party that a flow does not make. */
export type OwnPartyFields<Party> = OwnFields<Party, (typeof madePartyFields)[number] | 'rate'>;

/** Your organization's administrator, in a deployment whose parties have further fields. */
type BrokerToName = IsRegistered extends true ? { phoneNumber: string } & OwnPartyFields<BrokerParty> : never;

/** The fields of a contract or a milestone that only a deployment has. */
export type OwnTerms<Contract> = OwnFields<Contract, (typeof madeFields)[number] | (typeof kitNames)[number]>;

type ContractAndMilestoneTerms = OwnTerms<ParentContract> & OwnTerms<Milestone>;

/** Terms that most contracts of a shop share. The kit guesses none of them: set each here or for one contract. */
export interface ContractDefaults extends ContractAndMilestoneTerms {
  /** The currency of all amounts, such as `SAR`. */
  currency?: string | undefined;
  /** `BASIC` is the only value that is shown (CONTRACT-3). */
  contractClassification?: FieldOf<ParentContract, 'contractClassification'> | undefined;
  /** `NO_RETURN` is the only value that is shown (CONTRACT-3). */
  returnPolicy?: FieldOf<ParentContract, 'returnPolicy'> | undefined;
  /** Who pays for a return. `PROVIDER` is the only value that is shown (CONTRACT-3). */
  returnFeePayee?: FieldOf<ParentContract, 'returnFeePayee'> | undefined;
  /** Confirms that your organization accepts the terms of the service. */
  serviceTermsAccepted?: true | undefined;
  /** The phone of your organization's administrator, the BROKER of each milestone. Register them like everyone else (USER-5). */
  broker?: string | BrokerToName | undefined;
}

/** The terms of one contract: those that its document requires, and maybe more. */
export type ContractTerms = ContractDefaults & {
  [Name in 'currency' | 'broker']: NonNullable<ContractDefaults[Name]>;
};

/** The terms that the service itself has. */
const kitNames = [
  'currency',
  'contractClassification',
  'returnPolicy',
  'returnFeePayee',
  'serviceTermsAccepted',
  'broker',
] as const;

/** The check of a milestone in the request that adds it. */
export const milestoneCheckOf = ({ operationTable: { addMilestones } }: Deployment): Check =>
  checkOfField(bodyCheckOf(addMilestones), 'milestones')?.items ?? anything();

/** The check of the parties of a milestone in the request that adds them. */
export const partiesCheckOf = ({ operationTable: { addParties } }: Deployment): Check =>
  checkOfField(bodyCheckOf(addParties), 'mileStonesParties')?.items ?? anything();

/** The check of a party with a role. */
export const partyCheckOf = (deployment: Deployment, role: string): Check | undefined => {
  const { items } = partiesCheckOf(deployment);
  return items?.kinds?.[role] ?? items;
};

/** The checks of the bodies that have the terms. */
const termChecks = (deployment: Deployment): Check[] => [
  bodyCheckOf(deployment.operationTable.createContract),
  milestoneCheckOf(deployment),
];

/** The fields of a request that a caller of a flow may give by their own names. */
export const givenFields = (check: Check | undefined, made: readonly string[]): string[] =>
  fieldNames(check).filter((name) => !made.includes(name));

/** The names of the defaults: the kit's, and those of the document's fields. */
export const termNames = (deployment: Deployment): string[] => [
  ...new Set([...kitNames, ...termChecks(deployment).flatMap((check) => givenFields(check, madeFields))]),
];

/**
 * Merges the terms of one contract with the client's defaults.
 * @throws EscrowError `configuration` that lists the terms that neither sets.
 */
export function mergeTerms(input: ContractDefaults, defaults: ContractDefaults, deployment: Deployment): ContractTerms {
  const terms: Record<string, unknown> = { ...defaults };
  for (const name of termNames(deployment)) terms[name] = input[name as keyof ContractDefaults] ?? terms[name];
  // Amounts are split by the currency, and the broker is a party, whatever the requests have.
  const isNeeded = (name: string): boolean =>
    ['currency', 'broker'].includes(name) || termChecks(deployment).some((check) => requiresField(check, name));
  const missing = kitNames.filter((name) => isNeeded(name) && terms[name] === undefined);
  if (missing.length > 0) {
    const problem = `not set: ${missing.join(', ')}. Set each in the defaults of createEscrowClient, or for this contract.`;
    fail('configuration', `was not started: ${problem}`, { operationId: 'openContract' });
  }
  // None is missing.
  return terms as unknown as ContractTerms;
}

import type { Deployment, FieldOf } from '../document/registered.ts';
import type { CreatedMilestone, CustomerParty, ProviderParty } from '../document/schemas.ts';
import type { Milestone, ParentContract, Party } from '../resources/contracts.ts';
import type { Check, Findings } from '../rules/check.ts';
import { bodyCheckOf } from '../rules/deployment.ts';
import { checkOfField, fieldsOf, requiresField } from '../rules/fields.ts';
import type { PartyRoles } from '../rules/is-balanced.ts';
import {
  type ContractDefaults,
  type ContractTerms,
  milestoneCheckOf,
  type OwnPartyFields,
  type OwnTerms,
  partyCheckOf,
} from './contract-terms.ts';
import {
  type AmountPart,
  type MinorUnits,
  minorUnitsOf,
  SplitError,
  type SplitNames,
  splitUnits,
  toMinorUnits,
} from './split-amount.ts';

/** A buyer or seller with a part of a milestone's money: an amount, a rate or, with neither, the rest. */
export interface Share extends AmountPart {
  /** The phone number with which the user is registered. */
  phoneNumber: string;
}

/** A milestone in a shop's terms. */
export interface MilestoneToOpen extends OwnTerms<Milestone> {
  /** A short name for what is sold. */
  title: string;
  /** A description of what is sold. Default: the title (our choice: the service requires both). */
  description?: string | undefined;
  /** What the buyer pays, in major units of the currency, such as 100.5 riyals. It excludes the service's own fee (MILESTONE-4). */
  price: number;
  /** What your organization keeps of the price: an amount, or a rate such as `{ rate: 0.05 }`. Default 0. */
  commission?: number | { rate: number } | undefined;
  /** The deadline. What the service does afterwards is not shown. */
  deadline: string | Date;
  /** The buyer's phone, or the buyers with the part of the price that each pays. */
  buyer: string | readonly (Share & OwnPartyFields<CustomerParty>)[];
  /** The seller's phone, or the sellers with the part that each gets of the price minus the commission. */
  seller: string | readonly (Share & OwnPartyFields<ProviderParty>)[];
  /** Default: the contract's. */
  returnPolicy?: FieldOf<Milestone, 'returnPolicy'> | undefined;
  /** Default: the contract's. */
  returnFeePayee?: FieldOf<Milestone, 'returnFeePayee'> | undefined;
}

/** A contract in a shop's terms. For what it leaves out of {@link ContractDefaults}, the client's `defaults` apply. */
export interface ContractToOpen<Milestones extends readonly unknown[] = readonly unknown[]> extends ContractDefaults {
  /** A short name for what is sold. */
  title: string;
  /** A description of what is sold. Default: the title (our choice: the service requires both). */
  description?: string | undefined;
  /** At least one. */
  milestones: { readonly [Index in keyof Milestones]: MilestoneToOpen };
}

/** An open contract. Its milestones are those of the input, in the same order. */
export interface OpenedContract<Milestones extends readonly unknown[] = readonly unknown[]> {
  /** The id of the parent. */
  contractId: string;
  /** The milestones that the service created, with id and fee. */
  milestones: { [Index in keyof Milestones]: CreatedMilestone };
}

/** A milestone and its parties, in the service's terms. */
export interface WireMilestone {
  milestone: Milestone;
  parties: Party[];
}

/** A contract in the service's terms. */
export interface WireContract {
  parent: ParentContract;
  milestones: WireMilestone[];
}

/** Turns a shop's contract into the service's. For each milestone, adds the first amount that cannot be split to the findings. */
export function toWireContract(
  input: ContractToOpen,
  terms: ContractTerms,
  { findings, deployment }: { findings: Findings; deployment: Deployment },
): WireContract {
  const { currency, contractClassification, returnPolicy, returnFeePayee, serviceTermsAccepted } = terms;
  const { milestones: _, ...given } = input;
  const check = bodyCheckOf(deployment.operationTable.createContract);
  const made = { currency, contractClassification, returnPolicy, returnFeePayee, serviceTermsAccepted };
  return {
    parent: fieldsOf(
      check,
      { ...made, itemDetail: itemDetailOf(input, check) },
      { ...terms, ...given },
    ) as ParentContract,
    milestones: collectSplitError(findings, () => toWireMilestones(input, terms, { findings, deployment })),
  };
}

/** Runs splits. If one fails, adds its error to the findings and returns an empty list. */
function collectSplitError<Result>(findings: Findings, run: () => Result[]): Result[] {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SplitError)) throw error;
    const { path, problem, remedy } = error;
    findings.add(path, problem, { remedy });
    return [];
  }
}

function toWireMilestones(
  { milestones }: ContractToOpen,
  terms: ContractTerms,
  { findings, deployment }: Parameters<typeof toWireContract>[2],
): WireMilestone[] {
  const minorUnits = minorUnitsOf(terms.currency);
  const unitsPerAmount = deployment.amountUnit === 'minor' ? 1 : minorUnits.perMajorUnit;
  return milestones.flatMap((milestone, index) =>
    collectSplitError(findings, () => [
      toWireMilestone(milestone, terms, { minorUnits, unitsPerAmount, deployment, path: `milestones[${index}]` }),
    ]),
  );
}

/** @param check Of the body that has the detail. */
function itemDetailOf({ title, description }: Pick<ContractToOpen, 'title' | 'description'>, check: Check) {
  const detail = checkOfField(check, 'itemDetail');
  return fieldsOf(detail, {
    title,
    description: description ?? (requiresField(detail, 'description') ? title : undefined),
  });
}

/** The context for splitting the amounts of a milestone. */
interface SplitContext {
  minorUnits: MinorUnits;
  /** How many minor units an amount of 1 has in the service's terms. */
  unitsPerAmount: number;
  deployment: Deployment;
  /** The path of the milestone in the shop's contract. */
  path: string;
}

/** @throws SplitError that names the shop's field. */
function toWireMilestone(input: MilestoneToOpen, terms: ContractTerms, context: SplitContext): WireMilestone {
  const { currency, serviceTermsAccepted } = terms;
  const { returnPolicy = terms.returnPolicy, returnFeePayee = terms.returnFeePayee } = input;
  const { minorUnits, unitsPerAmount, deployment, path } = context;
  const check = milestoneCheckOf(deployment);
  const price = toMinorUnits(`${path}.price`, input.price, minorUnits);
  const made = {
    ...{ currency, returnPolicy, returnFeePayee, serviceTermsAccepted },
    itemDetail: itemDetailOf(input, check),
    // Drops the rounding error of a sum such as 0.1 + 0.2.
    itemPrice: price / unitsPerAmount,
    // The input is a JSON copy by now, so a Date has become text.
    deadLine: input.deadline as string,
  };
  return {
    milestone: fieldsOf(check, made, { ...terms, ...input, price: made.itemPrice }) as Milestone,
    parties: partiesOf(input, price, terms, context),
  };
}

/** Creates the parties of a milestone. Their amounts balance exactly (PARTY-4). */
function partiesOf(
  { commission = 0, buyer, seller }: MilestoneToOpen,
  price: number,
  { broker }: ContractTerms,
  { minorUnits, unitsPerAmount, deployment, path }: SplitContext,
): Party[] {
  const commissionPart =
    typeof commission === 'number'
      ? { amount: toMinorUnits(`${path}.commission`, commission, minorUnits) / minorUnits.perMajorUnit }
      : commission;
  const buyers = sharesOf(buyer);
  const sellers = sharesOf(seller);
  const namesOf = (field: string, whole: string): SplitNames => ({
    whole,
    parts: `${path}.${field}`,
    part: (index) => `${path}.${field}[${index}]`,
  });
  const commissionNames = { ...namesOf('commission', 'the price'), part: () => `${path}.commission` };
  const [kept, rest = 0] = splitUnits(price, [commissionPart, {}], minorUnits, commissionNames);
  const paid = splitUnits(price, buyers, minorUnits, namesOf('buyer', 'the price'));
  const received = splitUnits(rest, sellers, minorUnits, namesOf('seller', 'the price without the commission'));
  const party = (kind: keyof PartyRoles, person: { phoneNumber: string }, units = 0) => {
    const role = deployment.partyRoles[kind];
    const made = { role, phoneNumber: person.phoneNumber, amount: units / unitsPerAmount };
    return fieldsOf(partyCheckOf(deployment, role), made, person);
  };
  // The roles of a deployment are known to its registered types alone.
  return [
    ...buyers.map((person, index) => party('CUSTOMER', person, paid[index])),
    ...sellers.map((person, index) => party('PROVIDER', person, received[index])),
    ...sharesOf(broker as string).map((person) => party('BROKER', person, kept)),
  ] as Party[];
}

/** A phone alone has the whole amount. */
const sharesOf = (people: string | readonly Share[]): readonly Share[] =>
  typeof people === 'string' ? [{ phoneNumber: people }] : [people].flat();

/** Replacements that turn a path of the service's contract into one of the shop's. The first match counts. */
const pathReplacements: readonly [wire: RegExp, shop: string][] = [
  [/^parent\.itemDetail\b/, ''],
  [/^parent\b/, ''],
  [/\.milestone\.itemDetail\b/, ''],
  [/\.milestone\.itemPrice$/, '.price'],
  [/\.milestone\.deadLine$/, '.deadline'],
  [/\.milestone\b/, ''],
];

/** The shop's names of fields, by the service's names, which the remedies have. */
export const shopFieldNames: Readonly<Record<string, string>> = { deadLine: 'deadline', itemPrice: 'price' };

/** Returns the path of a field in the shop's contract, by its path in the service's contract. */
export function toShopPath(path: string): string {
  const [wire, shop] = pathReplacements.find(([candidate]) => candidate.test(path)) ?? [];
  return wire ? path.replace(wire, shop ?? '').replace(/^\./, '') : path;
}

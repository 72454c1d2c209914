import { registeredPhone } from '../generated/checks.ts';
import type { CreatedMilestone } from '../generated/schema.ts';
import type { Milestone, ParentContract, Party } from '../resources/contracts.ts';
import type { Findings } from '../rules/check.ts';
import { type ContractDefaults, type ContractTerms, termsOf } from './contract-terms.ts';
import {
  type AmountPart,
  type MinorUnits,
  minorUnitsOf,
  SplitError,
  type SplitNames,
  split,
  toMinorUnits,
} from './split-amount.ts';

/** A buyer or seller with a part of a milestone's money: an amount, a rate, or, with neither, what the others leave. */
export interface Share extends AmountPart {
  /** The phone that the user was registered with. */
  phoneNumber: string;
}

/** A milestone as a shop has it. */
export interface MilestoneToOpen {
  /** A short name of what is sold. */
  title: string;
  /** What is sold, in words. Default: the title (our choice: the service asks for both). */
  description?: string | undefined;
  /** What the buyer pays, in major units of the currency, such as 100.5 riyals. The service's own fee is not part of it (MILESTONE-4). */
  price: number;
  /** What your organization keeps of the price: an amount, or a rate such as `{ rate: 0.05 }`. Default 0. */
  commission?: number | { rate: number } | undefined;
  /** The deadline. What the service does after it is not shown. */
  deadline: string | Date;
  /** The phone of the buyer, or the buyers with the part of the price that each pays. */
  buyer: string | readonly Share[];
  /** The phone of the seller, or the sellers with the part that each gets of the price without the commission. */
  seller: string | readonly Share[];
  /** Default: the contract's. */
  returnPolicy?: Milestone['returnPolicy'] | undefined;
  /** Default: the contract's. */
  returnFeePayee?: Milestone['returnFeePayee'] | undefined;
}

/** A contract as a shop has it. What it leaves out of {@link ContractDefaults} are the client's `defaults`. */
export interface ContractToOpen<Milestones extends readonly unknown[] = readonly unknown[]> extends ContractDefaults {
  /** A short name of what is sold. */
  title: string;
  /** What is sold, in words. Default: the title (our choice: the service asks for both). */
  description?: string | undefined;
  /** At least one. */
  milestones: { readonly [Index in keyof Milestones]: MilestoneToOpen };
}

/** An open contract: its milestones are in the order of the input, and as many. */
export interface OpenedContract<Milestones extends readonly unknown[] = readonly unknown[]> {
  /** The id of the parent. */
  contractId: string;
  /** As the service created them, with id and fee. */
  milestones: { [Index in keyof Milestones]: CreatedMilestone };
}

/** A milestone and its parties, as the service takes them. */
export interface WireMilestone {
  milestone: Milestone;
  parties: Party[];
}

/** A contract as the service takes it. */
export interface WireContract {
  parent: ParentContract;
  milestones: WireMilestone[];
}

/**
 * Turns a shop's contract into the service's. The first amount of each milestone that cannot be split is added to the findings.
 * @throws EscrowError `configuration` that names the terms that are missing.
 */
export function toWireContract(input: ContractToOpen, defaults: ContractDefaults, findings: Findings): WireContract {
  const terms = termsOf(input, defaults);
  const { currency, contractClassification, returnPolicy, returnFeePayee, serviceTermsAccepted } = terms;
  registeredPhone.run(terms.broker, 'broker', findings);
  return {
    parent: {
      ...{ currency, contractClassification, returnPolicy, returnFeePayee, serviceTermsAccepted },
      itemDetail: itemDetailOf(input),
    },
    milestones: unlessUnsplit(findings, () => toWireMilestones(input, terms, findings)),
  };
}

/** The results of splits. What cannot be split is added to the findings. */
function unlessUnsplit<Result>(findings: Findings, run: () => Result[]): Result[] {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SplitError)) throw error;
    const { path, problem, remedy } = error;
    findings.add(path, problem, { remedy });
    return [];
  }
}

function toWireMilestones({ milestones }: ContractToOpen, terms: ContractTerms, findings: Findings): WireMilestone[] {
  const minorUnits = minorUnitsOf(terms.currency);
  return milestones.flatMap((milestone, index) =>
    unlessUnsplit(findings, () => [toWireMilestone(milestone, terms, { minorUnits, path: `milestones[${index}]` })]),
  );
}

const itemDetailOf = ({ title, description = title }: Pick<ContractToOpen, 'title' | 'description'>) => ({
  title,
  description,
});

/** How the amounts of a milestone are split. */
interface Splitting {
  minorUnits: MinorUnits;
  /** The name of the milestone. */
  path: string;
}

/** @throws SplitError that names the shop's field. */
function toWireMilestone(input: MilestoneToOpen, terms: ContractTerms, splitting: Splitting): WireMilestone {
  const { currency, serviceTermsAccepted } = terms;
  const { returnPolicy = terms.returnPolicy, returnFeePayee = terms.returnFeePayee } = input;
  const { minorUnits, path } = splitting;
  const price = toMinorUnits(`${path}.price`, input.price, minorUnits);
  return {
    milestone: {
      ...{ currency, returnPolicy, returnFeePayee, serviceTermsAccepted },
      itemDetail: itemDetailOf(input),
      // Without the rounding error that a sum such as 0.1 + 0.2 has.
      itemPrice: price / minorUnits.inOne,
      // The input was read as JSON carries it, so a Date is text by now.
      deadLine: input.deadline as string,
    },
    parties: partiesOf(input, price, terms, splitting),
  };
}

/** The parties of a milestone. Their amounts balance exactly (PARTY-4). */
function partiesOf(
  { commission = 0, buyer, seller }: MilestoneToOpen,
  price: number,
  { broker }: ContractTerms,
  { minorUnits, path }: Splitting,
): Party[] {
  const kept =
    typeof commission === 'number'
      ? { amount: toMinorUnits(`${path}.commission`, commission, minorUnits) / minorUnits.inOne }
      : commission;
  const buyers = sharesOf(buyer);
  const sellers = sharesOf(seller);
  const namesOf = (field: string, whole: string): SplitNames => ({
    whole,
    parts: `${path}.${field}`,
    part: (index) => `${path}.${field}[${index}]`,
  });
  const commissionNames = { ...namesOf('commission', 'the price'), part: () => `${path}.commission` };
  const [keptAmount = 0, left = 0] = split(price, [kept, {}], minorUnits, commissionNames);
  const paid = split(price, buyers, minorUnits, namesOf('buyer', 'the price'));
  const leftInUnits = Math.round(left * minorUnits.inOne);
  const received = split(leftInUnits, sellers, minorUnits, namesOf('seller', 'the price without the commission'));
  return [
    ...buyers.map(({ phoneNumber }, index) => ({ role: 'CUSTOMER', phoneNumber, amount: paid[index] ?? 0 }) as const),
    ...sellers.map(
      ({ phoneNumber }, index) => ({ role: 'PROVIDER', phoneNumber, amount: received[index] ?? 0 }) as const,
    ),
    { role: 'BROKER', phoneNumber: broker, amount: keptAmount },
  ];
}

const sharesOf = (people: string | readonly Share[]): readonly Share[] =>
  typeof people === 'string' ? [{ phoneNumber: people }] : people;

/** The fields of a shop's contract, by the paths of the service's in which they are sent. The first that fits counts. */
const fieldNames: readonly [wire: RegExp, field: string][] = [
  [/^parent\.itemDetail\b/, ''],
  [/^parent\b/, ''],
  [/\.milestone\.itemDetail\b/, ''],
  [/\.milestone\.itemPrice$/, '.price'],
  [/\.milestone\.deadLine$/, '.deadline'],
  [/\.milestone\b/, ''],
];

/** The shop's names of fields that the service's remedies name. */
export const names: Readonly<Record<string, string>> = { deadLine: 'deadline', itemPrice: 'price' };

/** The name of a shop's field, by the path that it has in the service's contract. */
export function fieldOf(path: string): string {
  const [wire, field] = fieldNames.find(([candidate]) => candidate.test(path)) ?? [];
  return wire ? path.replace(wire, field ?? '').replace(/^\./, '') : path;
}

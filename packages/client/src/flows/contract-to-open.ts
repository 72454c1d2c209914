import { EscrowError, fail } from '../errors/escrow-error.ts';
import type { CreatedMilestone } from '../generated/schema.ts';
import type { Milestone, ParentContract, Party } from '../resources/contracts.ts';
import { type ContractDefaults, type ContractTerms, termsOf } from './contract-terms.ts';
import { type AmountPart, splitAmount } from './split-amount.ts';

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
export interface ContractToOpen<Milestones extends readonly MilestoneToOpen[] = readonly MilestoneToOpen[]>
  extends ContractDefaults {
  /** A short name of what is sold. */
  title: string;
  /** What is sold, in words. Default: the title (our choice: the service asks for both). */
  description?: string | undefined;
  /** At least one. */
  milestones: Milestones;
}

/** An open contract: its milestones are in the order of the input, and as many. */
export interface OpenedContract<Milestones extends readonly unknown[] = readonly MilestoneToOpen[]> {
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
 * Turns a shop's contract into the service's.
 * @throws EscrowError `configuration` that names what is missing, or the field whose shares do not add up.
 */
export function toWireContract(input: ContractToOpen, defaults: ContractDefaults): WireContract {
  const terms = termsOf(input, defaults);
  const { currency, contractClassification, returnPolicy, returnFeePayee, serviceTermsAccepted } = terms;
  return {
    parent: {
      ...{ currency, contractClassification, returnPolicy, returnFeePayee, serviceTermsAccepted },
      itemDetail: itemDetailOf(input),
    },
    milestones: input.milestones.map((milestone, index) => toWireMilestone(milestone, `milestones[${index}]`, terms)),
  };
}

const itemDetailOf = ({ title, description = title }: Pick<ContractToOpen, 'title' | 'description'>) => ({
  title,
  description,
});

function toWireMilestone(input: MilestoneToOpen, path: string, terms: ContractTerms): WireMilestone {
  const { currency, serviceTermsAccepted } = terms;
  // Without the rounding error that a sum such as 0.1 + 0.2 has.
  const [price = 0] = named(`${path}.price`, () => splitAmount(input.price, [{}], terms));
  const { returnPolicy = terms.returnPolicy, returnFeePayee = terms.returnFeePayee } = input;
  return {
    milestone: {
      ...{ currency, returnPolicy, returnFeePayee, serviceTermsAccepted },
      itemDetail: itemDetailOf(input),
      itemPrice: price,
      // The input was read as JSON carries it, so a Date is text by now.
      deadLine: String(input.deadline),
    },
    parties: partiesOf({ ...input, price }, path, terms),
  };
}

/** The parties of a milestone. Their amounts balance exactly (PARTY-4). */
function partiesOf(
  { price, commission = 0, buyer, seller }: MilestoneToOpen,
  path: string,
  terms: ContractTerms,
): Party[] {
  const split = (field: string, amount: number, parts: readonly AmountPart[]): number[] =>
    named(`${path}.${field}`, () => splitAmount(amount, parts, terms));
  const commissionPart = typeof commission === 'number' ? { amount: commission } : commission;
  const [kept = 0, received = 0] = split('commission', price, [commissionPart, {}]);
  const buyers = sharesOf(buyer);
  const sellers = sharesOf(seller);
  const paid = split('buyer', price, buyers);
  const paidOut = split('seller', received, sellers);
  return [
    ...buyers.map(({ phoneNumber }, index) => ({ role: 'CUSTOMER', phoneNumber, amount: paid[index] ?? 0 }) as const),
    ...sellers.map(
      ({ phoneNumber }, index) => ({ role: 'PROVIDER', phoneNumber, amount: paidOut[index] ?? 0 }) as const,
    ),
    { role: 'BROKER', phoneNumber: terms.broker, amount: kept },
  ];
}

const sharesOf = (people: string | readonly Share[]): readonly Share[] =>
  typeof people === 'string' ? [{ phoneNumber: people }] : people;

/** Runs a split, and names the field in its error. */
function named<Result>(field: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof EscrowError)) throw error;
    fail('configuration', `was not started: ${field}: ${error.message}`, { operationId: 'openContract', cause: error });
  }
}

/** The fields of a shop's contract, by the paths of the service's in which they are sent. The first that fits counts. */
const fieldNames: readonly [wire: RegExp, field: string][] = [
  [/^parent\.itemDetail\b/, ''],
  [/^parent\b/, ''],
  [/\.milestone\.itemDetail\b/, ''],
  [/\.milestone\.itemPrice$/, '.price'],
  [/\.milestone\.deadLine$/, '.deadline'],
  [/\.milestone\b/, ''],
];

/** The name of a shop's field, by the path that it has in the service's contract. */
export function fieldOf(path: string): string {
  const [wire, field] = fieldNames.find(([candidate]) => candidate.test(path)) ?? [];
  return wire ? path.replace(wire, field ?? '').replace(/^\./, '') : path;
}

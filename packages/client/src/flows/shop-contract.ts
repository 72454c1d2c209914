import type {
  CustomerParty,
  Deployment,
  FieldOf,
  Milestone,
  ParentContract,
  Party,
  ProviderParty,
} from '../document/registered.ts';
import { fail } from '../errors.ts';
import { type InputChecking, withFindings } from '../input.ts';
import { isRecord } from '../json.ts';
import { type Check, type Findings, fieldsOf, type PartyRoles, required, runCheck } from '../rules.ts';
import {
  brokerCheckOf,
  type ContractDefaults,
  type ContractTerms,
  contractChecksOf,
  mergeTerms,
  type OwnPartyFields,
  type OwnTerms,
  shopCheckOf,
  termNames,
} from './contract-terms.ts';
import {
  type AmountPart,
  type MinorUnits,
  minorUnitsOf,
  SplitError,
  type SplitNames,
  shareOf,
  splitUnits,
  toMinorUnits,
  unknownMinorUnits,
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
  /** The buyer's payment in major units of the currency, such as 100.5 riyals. It excludes the service's own fee (MILESTONE-4). */
  price: number;
  /** Your organization's part of the price: an amount, or a rate such as `{ rate: 0.05 }`. Default 0. */
  commission?: number | { rate: number } | undefined;
  /** The deadline. The service's action when it passes is not shown. */
  deadline: string | Date;
  /** The buyer's phone, or the buyers with the part of the price that each pays. */
  buyer: string | readonly (Share & OwnPartyFields<CustomerParty>)[];
  /** The seller's phone, or the sellers with each one's part of the price minus the commission. */
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

/** A contract in the service's terms. */
export interface WireContract {
  parent: ParentContract;
  milestones: WireMilestone[];
}

/** A milestone and its parties in the service's terms. */
export interface WireMilestone {
  milestone: Milestone;
  parties: Party[];
}

/**
 * Creates the function that turns a shop's contract into the service's requests, checks these by the service's rules, and fills in
 * what it fixes. The shape of the contract may be wrong: what can be made of it is made, to find all that is wrong at once.
 * @throws EscrowError `rule_violation` with all faults by the shop's names of fields, or `configuration` if nothing but terms is missing.
 */
export function createContractReader(deployment: Deployment, defaults: ContractDefaults) {
  const shopCheck = shopCheckOf(deployment);
  const brokerCheck = brokerCheckOf(deployment);
  return (given: ContractToOpen, checking: InputChecking): WireContract =>
    withFindings({ ...checking, shopFieldNames }, (findings) => {
      runCheck(required(shopCheck), given, '', findings);
      const input = Object(given) as ContractToOpen;
      const { terms, missing } = mergeTerms(input, defaults, deployment);
      const places = 'in the defaults of createEscrowClient or for this contract.';
      for (const name of missing) findings.add(name, 'is missing', { remedy: `Set it ${places}` });
      if (!missing.includes('broker')) brokerCheck.run(terms.broker, 'broker', findings);
      const wire = toWireContract(input, { terms, deployment, findings });
      const isNothingElseWrong = findings.violations.every(({ path }) => missing.includes(path));
      if (missing.length > 0 && isNothingElseWrong) {
        fail('configuration', `was not started: set ${missing.join(', ')} ${places}`, checking.details);
      }
      return wire;
    });
}

/** The parts that the milestones of one contract share. */
interface ContractContext {
  terms: ContractTerms;
  deployment: Deployment;
  minorUnits: MinorUnits;
  findings: Findings;
}

/** Makes the requests, fills in what the service fixes, and adds to the findings what is wrong with them, by the shop's names. */
function toWireContract(input: ContractToOpen, shared: Omit<ContractContext, 'minorUnits'>): WireContract {
  const { terms, deployment, findings } = shared;
  const { currency, contractClassification, returnPolicy, returnFeePayee, serviceTermsAccepted } = terms;
  const { milestones, ...given } = input;
  const { contract } = contractChecksOf(deployment);
  const made = {
    ...{ currency, contractClassification, returnPolicy, returnFeePayee, serviceTermsAccepted },
    itemDetail: itemDetailOf(input, contract),
  };
  const parent = fieldsOf(contract, made, { ...terms, ...given });
  const minorUnits = collectSplitError(findings, () => minorUnitsOf(currency)) ?? unknownMinorUnits;
  const toShopPath = (path: string) => shopNameOf(path, given);
  return {
    parent: findings.rename(toShopPath, () => contract.run(parent, '', findings) as ParentContract),
    milestones: (Array.isArray(milestones) ? (milestones as MilestoneToOpen[]) : []).flatMap((milestone, index) =>
      isRecord(milestone) ? [toWireMilestone(milestone, `milestones[${index}]`, { ...shared, minorUnits })] : [],
    ),
  };
}

/** Runs a function. If an amount cannot be split, adds why to the findings, and returns undefined. */
function collectSplitError<Result>(findings: Findings, run: () => Result): Result | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof SplitError)) throw error;
    const { path, problem, remedy } = error;
    findings.add(path, problem, { remedy });
    return undefined;
  }
}

/** @param check Of the body that has the detail. */
function itemDetailOf({ title, description }: Pick<ContractToOpen, 'title' | 'description'>, check: Check) {
  const detail = check.properties?.['itemDetail'];
  const fallback = detail?.properties?.['description']?.isRequired ? title : undefined;
  return fieldsOf(detail, { title, description: description ?? fallback });
}

/** The shop's names of fields, by the service's names, which paths and remedies have. */
const shopFieldNames: Readonly<Record<string, string>> = { deadLine: 'deadline', itemPrice: 'price' };

/** The shop's name of a field of a contract or milestone, by its path in the request. */
function shopNameOf(path: string, { description }: { description?: unknown }): string {
  const name = path.replace(/^itemDetail\.?/, '');
  if (name === 'description' && description === undefined) return 'title';
  return shopFieldNames[name] ?? name;
}

/** @param path The path of the milestone in the shop's contract. */
function toWireMilestone(input: MilestoneToOpen, path: string, context: ContractContext): WireMilestone {
  const { terms, deployment, minorUnits, findings } = context;
  const { currency, serviceTermsAccepted } = terms;
  const { returnPolicy = terms.returnPolicy, returnFeePayee = terms.returnFeePayee } = input;
  const checks = contractChecksOf(deployment);
  const price = collectSplitError(findings, () => toMinorUnits(`${path}.price`, input.price, minorUnits));
  const itemPrice = price === undefined ? undefined : toAmount(price, context);
  const made = {
    ...{ currency, returnPolicy, returnFeePayee, serviceTermsAccepted, itemPrice },
    itemDetail: itemDetailOf(input, checks.milestone),
    // The input is a JSON copy by now, so a Date has become text.
    deadLine: input.deadline as string,
  };
  const milestone = fieldsOf(checks.milestone, made, { ...terms, ...input, price: itemPrice });
  const names = termNames(deployment);
  const toShopPath = (requestPath: string): string => {
    const name = shopNameOf(requestPath, input);
    // A term that the milestone does not have is the contract's.
    if (names.includes(name) && !Object.hasOwn(input, name)) return name;
    return name === '' ? path : `${path}.${name}`;
  };
  return {
    milestone: findings.rename(toShopPath, () => checks.milestone.run(milestone, '', findings) as Milestone),
    parties: partiesOf(input, { path, price }, context),
  };
}

/** An amount in the service's terms. It has no rounding error, such as that of 0.1 + 0.2. */
const toAmount = (units: number, { deployment, minorUnits }: ContractContext): number =>
  units / (deployment.amountUnit === 'minor' ? 1 : minorUnits.perMajorUnit);

/** Stands for a total that is not known, in minor units. */
const anyTotal = 100_000;

/** Splits the price of a milestone, in minor units, among its parties. Their amounts balance exactly (PARTY-4). */
function partiesOf(
  { commission = 0, buyer, seller }: MilestoneToOpen,
  { path, price }: { path: string; price: number | undefined },
  context: ContractContext,
): Party[] {
  const { terms, deployment, minorUnits, findings } = context;
  const checks = contractChecksOf(deployment);

  /** Undefined if a part is wrong, or the total is not known because of another fault. */
  const split = (total: number | undefined, parts: readonly AmountPart[], names: SplitNames): number[] | undefined => {
    const { part: pathOf = (index) => `${names.parts}[${index}]` } = names;
    const before = findings.violations.length;
    for (const [index, part] of parts.entries()) {
      collectSplitError(findings, () => shareOf(part, { path: pathOf(index), total: total ?? 0, minorUnits }));
    }
    // Whether rates add up does not depend on the total.
    const totalToSplit = total ?? (parts.some(({ amount }) => amount !== undefined) ? undefined : anyTotal);
    if (totalToSplit === undefined || findings.violations.length > before) return undefined;
    const units = collectSplitError(findings, () => splitUnits(totalToSplit, parts, minorUnits, names));
    return total === undefined ? undefined : units;
  };

  const commissionPath = `${path}.commission`;
  const toPart = (amount: number): AmountPart => ({
    amount: toMinorUnits(commissionPath, amount, minorUnits) / minorUnits.perMajorUnit,
  });
  const commissionPart =
    typeof commission === 'number' ? collectSplitError(findings, () => toPart(commission)) : commission;
  const commissionNames = { whole: 'the price', parts: commissionPath, part: () => commissionPath };
  const [kept, rest] = (isRecord(commissionPart) && split(price, [commissionPart, {}], commissionNames)) || [];

  const partiesFor = (
    kind: keyof PartyRoles,
    people: unknown,
    { total, totalPath, ...names }: SplitNames & { total: number | undefined; totalPath: string },
  ) => {
    const shares = sharesOf(people);
    const units = shares && split(total, shares, names);
    const role = deployment.partyRoles[kind];
    return units?.map((amount, index) => {
      const share = shares?.[index] as Share;
      const made = { role, phoneNumber: share.phoneNumber, amount: toAmount(amount, context) };
      const party = fieldsOf(checks.party(role), made, share);
      const sharePath = Array.isArray(people) ? `${names.parts}[${index}]` : names.parts;
      return { party, toShopPath: (field: string) => partyPathOf(field, { people, share, sharePath, totalPath }) };
    });
  };
  const pricePath = `${path}.price`;
  const ofPrice = { whole: 'the price', totalPath: pricePath };
  const ofRest = { whole: 'the price without the commission', totalPath: pricePath };
  const ofCommission = { whole: 'the commission', totalPath: commissionPath };
  const made = [
    partiesFor('CUSTOMER', buyer, { ...ofPrice, total: price, parts: `${path}.buyer` }),
    partiesFor('PROVIDER', seller, { ...ofRest, total: rest, parts: `${path}.seller` }),
    partiesFor('BROKER', terms.broker, { ...ofCommission, total: kept, parts: 'broker' }),
  ];
  // The amounts of all others cannot be right.
  if (made.includes(undefined)) return [];
  const all = made.flatMap((parties) => parties ?? []);
  const toShopPath = (requestPath: string): string => {
    const [, index, field = ''] = /^\[(\d+)\]\.?(.*)$/.exec(requestPath) ?? [];
    return all[Number(index)]?.toShopPath(field) ?? path;
  };
  // The roles of a deployment, and its own fields of a broker, are known to its registered types alone.
  const parties = all.map(({ party }) => party);
  return findings.rename(toShopPath, () => checks.parties.run(parties, '', findings)) as Party[];
}

/** The shares of people, or the one person, which has the whole amount. Undefined if they are of the wrong shape. */
function sharesOf(people: unknown): Share[] | undefined {
  const listed: unknown[] = typeof people === 'string' ? [{ phoneNumber: people }] : [people].flat();
  return listed.every(isRecord) ? (listed as unknown as Share[]) : undefined;
}

/** The shop's path of a field of a party. An amount that was not given is part of the total. */
function partyPathOf(
  field: string,
  { people, share, sharePath, totalPath }: { people: unknown; share: Share; sharePath: string; totalPath: string },
): string {
  if (field === '' || (typeof people === 'string' && field === 'phoneNumber')) return sharePath;
  if (field !== 'amount' || share.amount !== undefined) return `${sharePath}.${field}`;
  return share.rate === undefined ? totalPath : `${sharePath}.rate`;
}

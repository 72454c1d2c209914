import type { SuccessBody } from '../document/operation-types.ts';
import type {
  CreatedMilestone,
  CustomerParty,
  Deployment,
  FieldOf,
  Milestone,
  Operation,
  ParentContract,
  Party,
  ProviderParty,
} from '../document/registered.ts';
import { checkInput, type InputChecking, withFindings } from '../input.ts';
import { isPathId, isText } from '../json.ts';
import { type Check, type Findings, fieldsOf, type PartyRoles } from '../rules.ts';
import {
  brokerCheckOf,
  type ContractDefaults,
  type ContractTerms,
  contractChecksOf,
  mergeTerms,
  type OwnPartyFields,
  type OwnTerms,
  shopCheckOf,
} from './contract-terms.ts';
import { createFlow, type FlowTools, fieldFaults, type Step, typeNameOf } from './engine.ts';
import type { OpenContractResults } from './journal.ts';
import type { FlowOptions } from './options.ts';
import {
  type AmountPart,
  type MinorUnits,
  minorUnitsOf,
  SplitError,
  type SplitNames,
  splitUnits,
  toMinorUnits,
} from './split-amount.ts';

/**
 * Creates the parent, adds the milestones one by one, then all their parties. After that, the milestones wait for payment without a
 * further call (STATE-2). Steps: `createContract`, `addMilestones.1` and so on, `addParties`. Before the first call, all rules are
 * checked, and the input is compared with the steps that earlier runs of the key have done.
 */
export type OpenContractFlow = <const Milestones extends readonly unknown[]>(
  input: ContractToOpen<Milestones>,
  options: FlowOptions<OpenContractResults>,
) => Promise<OpenedContract<Milestones>>;

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

/** A contract in the service's terms. */
interface WireContract {
  parent: ParentContract;
  milestones: WireMilestone[];
}

interface WireMilestone {
  milestone: Milestone;
  parties: Party[];
}

/** Creates the flow. The shape of a shop's contract is checked first, then the rules of the service on the requests made from it. */
export function createOpenContract(tools: FlowTools): OpenContractFlow {
  const { deployment, defaults } = tools.client;
  const shopCheck = shopCheckOf(deployment);
  const brokerCheck = brokerCheckOf(deployment);
  const run = createFlow<ContractToOpen, WireContract, OpenContractResults, OpenedContract>(
    {
      name: 'openContract',
      read(given, checking) {
        const input = checkInput<ContractToOpen>(shopCheck, given, checking);
        const wire = withFindings(checking, (findings) => {
          const terms = mergeTerms(input, defaults, deployment);
          brokerCheck.run(terms.broker, 'broker', findings);
          return toWireContract(input, { terms, deployment, findings });
        });
        return checkRequests(wire, deployment, checking) as WireContract;
      },
      steps: ({ parent, milestones }) => [
        createParent(parent),
        ...milestones.map(({ milestone }, index) => addMilestone(milestone, index + 1, deployment)),
        addParties(milestones),
      ],
      resultOf: (done, { milestones }) => ({
        contractId: done.createContract,
        milestones: milestonesOf(done, milestones).map((milestone) => asAnswered(milestone, deployment)),
      }),
    },
    tools,
  );
  // The result has as many milestones as the input.
  return run as OpenContractFlow;
}

// The steps.

const isTextId = (value: unknown): value is string => isText(value) && isPathId(value);

const createParent = (parent: ParentContract): Step<OpenContractResults> => ({
  name: 'createContract',
  operation: 'createContract',
  content: parent,
  input: () => ({ body: parent }),
  requiredPaths: ['data.id'],
  result(answer) {
    const { id } = (answer as SuccessBody<'createContract'>).data;
    return isTextId(id) ? id : undefined;
  },
  resultInWords: 'the id of the contract',
  requiredFields: ['id'],
});

/** @param position 1 for the first milestone of the input. */
function addMilestone(
  milestone: Milestone,
  position: number,
  { operationTable }: Deployment,
): Step<OpenContractResults> {
  const types = operationTable.addMilestones.answer;
  return {
    name: `addMilestones.${position}`,
    operation: 'addMilestones',
    content: milestone,
    input: ({ createContract: contractId }) => ({ path: { contractId }, body: { milestones: [milestone] } }),
    requiredPaths: ['data.milestones'],
    result(answer, done) {
      // The order of the answer, and whether it lists earlier milestones, is not shown. Unless exactly one is new, it is unclear which
      // one this step has added.
      const known = Object.values(done).map((result) => Object(result).id);
      const added = milestonesIn(answer).filter(({ id }) => isTextId(id) && !known.includes(id));
      const [created] = added;
      if (!created || added.length > 1 || milestoneFaults(created, types).length > 0) return undefined;
      // The journal must not save anything else that the service may answer.
      return documentedFields(created);
    },
    faultsIn: (answer) => milestonesIn(answer).flatMap((each) => milestoneFaults(each, types)),
    resultInWords: 'the milestone as the service answered it, with an id that no other milestone has',
    requiredFields: ['id', 'itemPrice', 'fee', 'feePercentage'],
  };
}

/** The milestones of an answer. Each may lack any field. */
const milestonesIn = (answer: unknown): CreatedMilestone[] =>
  (answer as SuccessBody<'addMilestones'>).data.milestones.map(Object);

const documentedFields = ({ id, itemPrice, fee, feePercentage, status }: CreatedMilestone): CreatedMilestone => ({
  ...{ id, itemPrice, fee, feePercentage, status },
});

/** Names the fields of a milestone that can't be used, and what they are. */
function milestoneFaults(milestone: CreatedMilestone, types: Operation['answer']): string[] {
  const { id, ...others } = documentedFields(milestone);
  const path = 'data.milestones[].';
  const idFaults = isTextId(id) ? [] : [`${path}id is ${typeNameOf(id)}, not an id`];
  return [...idFaults, ...fieldFaults(others, types, path)];
}

/** A milestone as the deployment answers it: a person who looked it up gave amounts as numbers or texts, and no status. */
function asAnswered(
  milestone: CreatedMilestone,
  { operationTable: { addMilestones }, initialStatus }: Deployment,
): CreatedMilestone {
  const fields = Object.entries({ ...milestone, status: milestone.status ?? initialStatus }).map(([name, value]) => {
    const type = addMilestones.answer?.[`data.milestones[].${name}`];
    if (value === undefined || !type) return [name, value];
    return [name, type === 'string' ? String(value) : Number(value)];
  });
  return Object.fromEntries(fields);
}

const addParties = (milestones: WireMilestone[]): Step<OpenContractResults> => ({
  name: 'addParties',
  operation: 'addParties',
  content: milestones.map(({ parties }) => parties),
  input(done) {
    const byMilestone = milestonesOf(done, milestones).map(({ id }, index) => [id, milestones[index]?.parties]);
    return { path: { contractId: done.createContract }, body: { mileStonesParties: Object.fromEntries(byMilestone) } };
  },
  resultInWords: 'null',
  requiredFields: [],
});

/** The milestones that the steps have added, in the order of the input. */
const milestonesOf = (done: OpenContractResults, { length }: WireMilestone[]): CreatedMilestone[] =>
  Array.from({ length }, (_, index) => done[`addMilestones.${index + 1}`] as CreatedMilestone);

// A shop's contract becomes the service's.

/** What the milestones of one contract share. */
interface ContractContext {
  terms: ContractTerms;
  deployment: Deployment;
  minorUnits: MinorUnits;
}

/** Makes the requests. For each milestone, adds the first amount that cannot be split to the findings. */
function toWireContract(
  input: ContractToOpen,
  { terms, deployment, findings }: Omit<ContractContext, 'minorUnits'> & { findings: Findings },
): WireContract {
  const { currency, contractClassification, returnPolicy, returnFeePayee, serviceTermsAccepted } = terms;
  const { milestones, ...given } = input;
  const { contract } = contractChecksOf(deployment);
  const made = {
    ...{ currency, contractClassification, returnPolicy, returnFeePayee, serviceTermsAccepted },
    itemDetail: itemDetailOf(input, contract),
  };
  const parent = fieldsOf(contract, made, { ...terms, ...given }) as ParentContract;
  const wireMilestones = collectSplitError(findings, () => {
    const context = { terms, deployment, minorUnits: minorUnitsOf(currency) };
    return milestones.flatMap((milestone, index) =>
      collectSplitError(findings, () => [toWireMilestone(milestone, `milestones[${index}]`, context)]),
    );
  });
  return { parent, milestones: wireMilestones };
}

/** Runs a function. If an amount cannot be split, adds why to the findings, and returns an empty list. */
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

/** @param check Of the body that has the detail. */
function itemDetailOf({ title, description }: Pick<ContractToOpen, 'title' | 'description'>, check: Check) {
  const detail = check.properties?.['itemDetail'];
  const fallback = detail?.properties?.['description']?.isRequired ? title : undefined;
  return fieldsOf(detail, { title, description: description ?? fallback });
}

/**
 * @param path The path of the milestone in the shop's contract.
 * @throws SplitError that names the shop's field.
 */
function toWireMilestone(input: MilestoneToOpen, path: string, context: ContractContext): WireMilestone {
  const { terms, deployment, minorUnits } = context;
  const { currency, serviceTermsAccepted } = terms;
  const { returnPolicy = terms.returnPolicy, returnFeePayee = terms.returnFeePayee } = input;
  const { milestone } = contractChecksOf(deployment);
  const price = toMinorUnits(`${path}.price`, input.price, minorUnits);
  const itemPrice = toAmount(price, context);
  const made = {
    ...{ currency, returnPolicy, returnFeePayee, serviceTermsAccepted, itemPrice },
    itemDetail: itemDetailOf(input, milestone),
    // The input is a JSON copy by now, so a Date has become text.
    deadLine: input.deadline as string,
  };
  return {
    milestone: fieldsOf(milestone, made, { ...terms, ...input, price: itemPrice }) as Milestone,
    parties: partiesOf(input, { path, price }, context),
  };
}

/** An amount in the service's terms. It has no rounding error, such as that of 0.1 + 0.2. */
const toAmount = (units: number, { deployment, minorUnits }: ContractContext): number =>
  units / (deployment.amountUnit === 'minor' ? 1 : minorUnits.perMajorUnit);

/** Splits the price of a milestone, in minor units, among its parties. Their amounts balance exactly (PARTY-4). */
function partiesOf(
  { commission = 0, buyer, seller }: MilestoneToOpen,
  { path, price }: { path: string; price: number },
  context: ContractContext,
): Party[] {
  const { terms, deployment, minorUnits } = context;
  const commissionPath = `${path}.commission`;
  const commissionPart =
    typeof commission === 'number'
      ? { amount: toMinorUnits(commissionPath, commission, minorUnits) / minorUnits.perMajorUnit }
      : commission;
  const commissionNames = { whole: 'the price', parts: commissionPath, part: () => commissionPath };
  const [kept = 0, rest = 0] = splitUnits(price, [commissionPart, {}], minorUnits, commissionNames);

  const partiesFor = (
    kind: keyof PartyRoles,
    people: string | readonly Share[],
    { total, ...names }: SplitNames & { total: number },
  ) => {
    // A phone alone has the whole amount.
    const shares: readonly Share[] = typeof people === 'string' ? [{ phoneNumber: people }] : [people].flat();
    const units = splitUnits(total, shares, minorUnits, names);
    const role = deployment.partyRoles[kind];
    return shares.map((share, index) => {
      const made = { role, phoneNumber: share.phoneNumber, amount: toAmount(units[index] ?? 0, context) };
      return fieldsOf(contractChecksOf(deployment).party(role), made, share);
    });
  };
  const afterCommission = 'the price without the commission';
  // The roles of a deployment, and its own fields of a broker, are known to its registered types alone.
  return [
    ...partiesFor('CUSTOMER', buyer, { total: price, whole: 'the price', parts: `${path}.buyer` }),
    ...partiesFor('PROVIDER', seller, { total: rest, whole: afterCommission, parts: `${path}.seller` }),
    ...partiesFor('BROKER', terms.broker as string, { total: kept, whole: 'the commission', parts: 'broker' }),
  ] as Party[];
}

/** Checks the requests by the rules of the service, and fills in what it fixes. */
function checkRequests({ parent, milestones }: WireContract, deployment: Deployment, checking: InputChecking) {
  const checks = contractChecksOf(deployment);
  return withFindings({ ...checking, toShopPath, shopFieldNames }, (findings) => ({
    parent: checks.contract.run(parent, '', findings),
    milestones: milestones.map(({ milestone, parties }, index) => ({
      milestone: checks.milestone.run(milestone, `milestones[${index}]`, findings),
      parties: checks.parties.run(parties, `milestones[${index}].parties`, findings),
    })),
  }));
}

/** The shop's names of fields, by the service's names, which paths and remedies have. */
const shopFieldNames: Readonly<Record<string, string>> = { deadLine: 'deadline', itemPrice: 'price' };

/** Returns the path of a field in the shop's contract, by its path in the service's requests. */
const toShopPath = (path: string): string =>
  path
    .replace(/\.?\bitemDetail\b/, '')
    .replace(/^\./, '')
    .replace(/\w+$/, (name) => shopFieldNames[name] ?? name);

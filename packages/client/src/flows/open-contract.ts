import type { SuccessBody } from '../document/operation-types.ts';
import type { CreatedMilestone, Deployment, Milestone, Operation, ParentContract } from '../document/registered.ts';
import { isPathId, isText } from '../json.ts';
import { createFlow, type FlowTools, fieldFaults, type Step, typeNameOf } from './engine.ts';
import type { OpenContractResults } from './journal.ts';
import type { FlowOptions } from './options.ts';
import { type ContractToOpen, createContractReader, type WireContract, type WireMilestone } from './shop-contract.ts';

/**
 * Creates the contract, adds the milestones one by one, then all their parties. After that, the milestones wait for payment without a
 * further call (STATE-2). Steps: `createContract`, `addMilestones.1` and so on, `addParties`. Before the first call, all rules are
 * checked, and the input is compared with the steps that earlier runs of the key have done.
 */
export type OpenContractFlow = <const Milestones extends readonly unknown[]>(
  input: ContractToOpen<Milestones>,
  options: FlowOptions<OpenContractResults>,
) => Promise<OpenedContract<Milestones>>;

/** An open contract. Its milestones are those of the input, in the same order. */
export interface OpenedContract<Milestones extends readonly unknown[] = readonly unknown[]> {
  /** The ID of the contract. */
  contractId: string;
  /** The milestones that the service created, with ID and fee. */
  milestones: { [Index in keyof Milestones]: CreatedMilestone };
}

/** Creates the flow. */
export function createOpenContract(tools: FlowTools): OpenContractFlow {
  const { deployment, defaults } = tools.client;
  const run = createFlow<ContractToOpen, WireContract, OpenContractResults, OpenedContract>(
    {
      name: 'openContract',
      read: createContractReader(deployment, defaults),
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
  resultInWords: 'the ID of the contract',
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
    resultInWords: 'the created milestone, with an ID that no other milestone has',
    requiredFields: ['id', 'itemPrice', 'fee', 'feePercentage'],
  };
}

/** The milestones of an answer. Each may lack any field. */
const milestonesIn = (answer: unknown): CreatedMilestone[] =>
  (answer as SuccessBody<'addMilestones'>).data.milestones.map(Object);

const documentedFields = ({ id, itemPrice, fee, feePercentage, status }: CreatedMilestone): CreatedMilestone => ({
  ...{ id, itemPrice, fee, feePercentage, status },
});

/** Names the fields of a milestone that cannot be used, and what they are. */
function milestoneFaults(milestone: CreatedMilestone, types: Operation['answer']): string[] {
  const { id, ...others } = documentedFields(milestone);
  const path = 'data.milestones[].';
  const idFaults = isTextId(id) ? [] : [`${path}id is ${typeNameOf(id)}, not an ID`];
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

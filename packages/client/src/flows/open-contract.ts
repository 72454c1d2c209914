import type { SuccessBody } from '../document/operation-types.ts';
import type { Deployment } from '../document/registered.ts';
import type { CreatedMilestone } from '../document/schemas.ts';
import { checkInput, withFindings } from '../input/check-request.ts';
import type { Milestone, ParentContract } from '../resources/contracts.ts';
import type { Check } from '../rules/check.ts';
import { alwaysRequired, list, object } from '../rules/containers.ts';
import { bodyCheckOf } from '../rules/deployment.ts';
import { notEmpty } from '../rules/named-tests.ts';
import { type ContractDefaults, mergeTerms, milestoneCheckOf, partiesCheckOf } from './contract-terms.ts';
import {
  type ContractToOpen,
  type OpenedContract,
  shopFieldNames,
  toShopPath,
  toWireContract,
  type WireContract,
  type WireMilestone,
} from './contract-to-open.ts';
import { brokerCheck, contractToOpenCheck } from './contract-to-open-check.ts';
import type { FlowOptions } from './flow-options.ts';
import { createJournaledFlow, type FlowTools } from './journaled-flow.ts';
import type { Plan, Step } from './plan.ts';
import {
  type AnswerTypes,
  asAnswered,
  milestoneFaults,
  newMilestones,
  notShownResult,
  readContractId,
  readMilestone,
} from './read-results.ts';
import type { OpenContractResults } from './steps.ts';

/**
 * Creates the parent, adds the milestones one by one, then all their parties. After that, the milestones wait for payment without a
 * further call (STATE-2). Steps: `createContract`, `addMilestones.1` and so on, `addParties`. Before the first call, all rules are
 * checked, and the input is compared with the steps that earlier runs of the key have done.
 */
export type OpenContractFlow = <const Milestones extends readonly unknown[]>(
  input: ContractToOpen<Milestones>,
  options: FlowOptions<OpenContractResults>,
) => Promise<OpenedContract<Milestones>>;

const wireContractCheck = (deployment: Deployment): Check =>
  object({
    closed: true,
    properties: {
      parent: alwaysRequired(bodyCheckOf(deployment.operationTable.createContract)),
      milestones: alwaysRequired(
        list({
          namedTests: { notEmpty },
          items: object({
            closed: true,
            properties: {
              milestone: alwaysRequired(milestoneCheckOf(deployment)),
              parties: alwaysRequired(partiesCheckOf(deployment)),
            },
          }),
        }),
      ),
    },
  });

/** Creates the flow. */
export function createOpenContract(tools: FlowTools, defaults: ContractDefaults): OpenContractFlow {
  const shopCheck = contractToOpenCheck(tools.deployment);
  const wireCheck = wireContractCheck(tools.deployment);
  const run = createJournaledFlow<ContractToOpen, WireContract, OpenContractResults, OpenedContract>(
    {
      name: 'openContract',
      read(given, checking) {
        const input = checkInput<ContractToOpen>(shopCheck, given, checking);
        const wire = withFindings(checking, (findings) => {
          const terms = mergeTerms(input, defaults, tools.deployment);
          brokerCheck(tools.deployment).run(terms.broker, 'broker', findings);
          return toWireContract(input, terms, { findings, deployment: tools.deployment });
        });
        return checkInput<WireContract>(wireCheck, wire, { ...checking, toShopPath, shopFieldNames });
      },
      planOf: (wire) => planOf(wire, tools.deployment),
    },
    tools,
  );
  // The result has as many milestones as the input.
  return run as OpenContractFlow;
}

function planOf(
  { parent, milestones }: WireContract,
  deployment: Deployment,
): Plan<OpenContractResults, OpenedContract> {
  const types = deployment.operationTable.addMilestones.answer;
  return {
    steps: [
      createParent(parent),
      ...milestones.map(({ milestone }, index) => addMilestone(milestone, index + 1, types)),
      addParties(milestones),
    ],
    resultOf: (done) => ({
      contractId: done.createContract,
      milestones: milestones.map((_, index) => asAnswered(milestoneOf(done, index + 1), deployment)),
    }),
  };
}

const createParent = (parent: ParentContract): Step<OpenContractResults> => ({
  name: 'createContract',
  operation: 'createContract',
  content: parent,
  input: () => ({ body: parent }),
  requiredPaths: ['data.id'],
  resultInWords: 'the id of the contract',
  resultIn: (answer) => (answer as SuccessBody<'createContract'>).data.id,
  readResult: readContractId,
});

/**
 * @param position 1 for the first milestone of the input.
 * @param types Those of the deployment's answer to `addMilestones`.
 */
const addMilestone = (milestone: Milestone, position: number, types: AnswerTypes): Step<OpenContractResults> => ({
  name: `addMilestones.${position}`,
  operation: 'addMilestones',
  content: milestone,
  input: ({ createContract: contractId }) => ({ path: { contractId }, body: { milestones: [milestone] } }),
  requiredPaths: ['data.milestones'],
  resultInWords: 'the milestone as the service answered it, with an id that no other milestone has',
  resultIn(answer, done) {
    // The order of the answer, and whether it lists earlier milestones, is not shown. Unless exactly one is new, it is unclear which
    // one this step has added.
    const added = newMilestones(milestonesIn(answer), done);
    return added.length === 1 ? added[0] : undefined;
  },
  readResult: (value, done) => readMilestone(value, done, types),
  faultsIn: (answer) => milestonesIn(answer).flatMap((milestone) => milestoneFaults(milestone, types)),
});

const milestonesIn = (answer: unknown): unknown[] => (answer as SuccessBody<'addMilestones'>).data.milestones;

const addParties = (milestones: WireMilestone[]): Step<OpenContractResults> => ({
  name: 'addParties',
  operation: 'addParties',
  content: milestones.map(({ parties }) => parties),
  input(done) {
    const byMilestone = milestones.map(({ parties }, index) => [milestoneOf(done, index + 1).id, parties]);
    return { path: { contractId: done.createContract }, body: { mileStonesParties: Object.fromEntries(byMilestone) } };
  },
  ...notShownResult,
});

function milestoneOf(done: OpenContractResults, position: number): CreatedMilestone {
  const milestone = done[`addMilestones.${position}`];
  if (!milestone) throw new Error(`Milestone ${position} is used before it is added.`);
  return milestone;
}

import type { CreatedMilestone } from '@escrow-kit/spec/schema';
import { milestoneParties, milestoneRequest, parentContractRequest } from '../generated/schema-checks.ts';
import { checkInput, withFindings } from '../input/check-request.ts';
import type { Contracts, Milestone, ParentContract } from '../resources/contracts.ts';
import { alwaysRequired, list, object } from '../rules/containers.ts';
import { notEmpty } from '../rules/named-tests.ts';
import type { ContractDefaults } from './contract-terms.ts';
import {
  type ContractToOpen,
  type OpenedContract,
  shopFieldNames,
  toShopPath,
  toWireContract,
  type WireContract,
  type WireMilestone,
} from './contract-to-open.ts';
import { contractToOpenCheck } from './contract-to-open-check.ts';
import type { FlowOptions } from './flow-options.ts';
import { createJournaledFlow, type FlowTools } from './journaled-flow.ts';
import type { Plan, Step } from './plan.ts';
import { readContractId, readMilestone, readNull } from './read-results.ts';
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

const wireCheck = object({
  closed: true,
  properties: {
    parent: alwaysRequired(parentContractRequest),
    milestones: alwaysRequired(
      list({
        namedTests: { notEmpty },
        items: object({
          closed: true,
          properties: {
            milestone: alwaysRequired(milestoneRequest),
            parties: alwaysRequired(milestoneParties),
          },
        }),
      }),
    ),
  },
});

/** Creates the flow. */
export function createOpenContract(
  contracts: Contracts,
  tools: FlowTools,
  defaults: ContractDefaults,
): OpenContractFlow {
  const run = createJournaledFlow<ContractToOpen, WireContract, OpenContractResults, OpenedContract>(
    {
      name: 'openContract',
      host: 'contract',
      read(given, checking) {
        const input = checkInput<ContractToOpen>(contractToOpenCheck, given, checking);
        const wire = withFindings(checking, (findings) => toWireContract(input, defaults, findings));
        return checkInput<WireContract>(wireCheck, wire, { ...checking, toShopPath, shopFieldNames });
      },
      planOf: (input) => planOf(contracts, input),
    },
    tools,
  );
  // The result has as many milestones as the input.
  return run as OpenContractFlow;
}

function planOf(contracts: Contracts, { parent, milestones }: WireContract): Plan<OpenContractResults, OpenedContract> {
  return {
    steps: [
      createParent(contracts, parent),
      ...milestones.map(({ milestone }, index) => addMilestone(contracts, milestone, index + 1)),
      addParties(contracts, milestones),
    ],
    resultOf: (done) => ({
      contractId: done.createContract,
      milestones: milestones.map((_, index) => milestoneOf(done, index + 1)),
    }),
  };
}

function createParent(contracts: Contracts, parent: ParentContract): Step<OpenContractResults> {
  return {
    name: 'createContract',
    input: parent,
    resultInWords: 'the id of the contract',
    readResult: readContractId,
    send: async (_done, options) => (await contracts.create(parent, options)).id,
  };
}

/** @param position 1 for the first milestone of the input. */
function addMilestone(contracts: Contracts, milestone: Milestone, position: number): Step<OpenContractResults> {
  return {
    name: `addMilestones.${position}`,
    input: milestone,
    resultInWords: 'the milestone as the service answered it, with an id that no other milestone has',
    readResult: readMilestone,
    async send(done, options) {
      const answer = await contracts.addMilestones(done.createContract, [milestone], options);
      // The order of the answer, and whether it lists earlier milestones, is not shown. Unless exactly one is new, it is unclear which
      // one this step has added.
      const added = answer.milestones.filter((candidate) => readMilestone(candidate, done));
      return added.length === 1 ? added[0] : undefined;
    },
  };
}

function addParties(contracts: Contracts, milestones: WireMilestone[]): Step<OpenContractResults> {
  return {
    name: 'addParties',
    input: milestones.map(({ parties }) => parties),
    resultInWords: 'null',
    readResult: readNull,
    async send(done, options) {
      const byMilestone = milestones.map(({ parties }, index) => [milestoneOf(done, index + 1).id, parties]);
      await contracts.addParties(done.createContract, Object.fromEntries(byMilestone), options);
      return null;
    },
  };
}

function milestoneOf(done: OpenContractResults, position: number): CreatedMilestone {
  const milestone = done[`addMilestones.${position}`];
  if (!milestone) throw new Error(`Milestone ${position} is used before it is added.`);
  return milestone;
}

import { milestoneParties, milestoneRequest, parentContractRequest } from '../generated/checks.ts';
import type { components } from '../generated/schema.ts';
import type { Contracts, Milestone, ParentContract, Party } from '../resources/contracts.ts';
import { list, object, required } from '../rules/containers.ts';
import { isPathId } from '../rules/is-path-id.ts';
import { isText } from '../rules/is-text.ts';
import { notEmpty } from '../rules/named-checks.ts';
import type { Checks } from '../rules/violation.ts';
import { createJournaledFlow } from './create-journaled-flow.ts';
import type { FlowOptions } from './flow-options.ts';

type CreatedMilestone = components['schemas']['CreatedMilestone'];

/** A contract to open: the parent, and its milestones with the parties of each. */
export interface ContractToOpen {
  parent: ParentContract;
  milestones: { milestone: Milestone; parties: Party[] }[];
}

/** An open contract: its milestones stand in the order of the input. */
export interface OpenContract {
  contractId: string;
  milestones: CreatedMilestone[];
}

/**
 * Creates the parent, adds the milestones one by one, then the parties of all of them, after which the milestones wait
 * for payment by themselves (STATE-2). Steps: `createContract`, `addMilestone1` and so on, `addParties`. All rules are
 * checked before the first call.
 */
export type OpenContractFlow = (input: ContractToOpen, options: FlowOptions) => Promise<OpenContract>;

const check = object({
  closed: true,
  properties: {
    parent: required(parentContractRequest),
    milestones: required(
      list({
        checks: { notEmpty },
        items: object({
          closed: true,
          properties: {
            milestone: required(milestoneRequest),
            parties: required(milestoneParties),
          },
        }),
      }),
    ),
  },
});

/** The service's ids of contracts and milestones are text. */
const isTextId = (value: unknown): boolean => isText(value) && isPathId(value);

/** Creates the flow. */
export const createOpenContract = (contracts: Contracts, client: { checks: Checks }): OpenContractFlow =>
  createJournaledFlow(
    {
      name: 'openContract',
      check,
      run: async ({ parent, milestones }: ContractToOpen, runStep, options) => {
        const contractId = await runStep<string>(
          'createContract',
          parent,
          async () => (await contracts.create(parent, options)).id,
          isTextId,
        );
        const created: CreatedMilestone[] = [];
        const isNew = (value: unknown) =>
          isTextId((value as CreatedMilestone | null)?.id) &&
          !created.some(({ id }) => id === (value as CreatedMilestone).id);
        for (const [index, { milestone }] of milestones.entries()) {
          const add = async () => {
            const answer = await contracts.addMilestones(contractId, [milestone], options);
            const [added, another] = answer.milestones.filter(isNew);
            // In which order they come back, and whether earlier ones are among them, is not shown: any other number
            // leaves open which parties belong to it.
            if (!added || another) return undefined;
            // What is documented alone: what else the service may answer is not for the journal.
            const { id, itemPrice, fee, feePercentage, status } = added;
            return { id, itemPrice, fee, feePercentage, status };
          };
          const step = `addMilestone${index + 1}`;
          created.push(await runStep<CreatedMilestone>(step, milestone, add, isNew));
        }
        const parties = Object.fromEntries(milestones.map(({ parties }, index) => [created[index]?.id, parties]));
        await runStep('addParties', parties, async () => {
          await contracts.addParties(contractId, parties, options);
          return null;
        });
        return { contractId, milestones: created };
      },
    },
    client,
  );

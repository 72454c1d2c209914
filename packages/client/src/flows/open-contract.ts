import type { components } from '../generated/schema.ts';
import type { Contracts, Milestone, ParentContract, Party } from '../resources/contracts.ts';
import { isId } from '../rules/is-id.ts';
import { closed } from '../rules/value-schema.ts';
import { bodySchemaOf } from './body-schema-of.ts';
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

/** Creates the flow. */
export const createOpenContract = (contracts: Contracts): OpenContractFlow =>
  createJournaledFlow(
    'openContract',
    closed({
      parent: bodySchemaOf('createContract'),
      milestones: {
        items: closed({
          milestone: {
            ...bodySchemaOf('addMilestones').properties['milestones']?.items,
            rule: bodySchemaOf('addMilestones').rule,
          },
          parties: {
            ...bodySchemaOf('addParties').properties['mileStonesParties']?.values,
            rule: bodySchemaOf('addParties').rule,
          },
        }),
      },
    }),
    async ({ parent, milestones }: ContractToOpen, runStep, options) => {
      const contractId = await runStep<string>(
        'createContract',
        parent,
        async () => (await contracts.create(parent, options)).id,
        isId,
      );
      const created: CreatedMilestone[] = [];
      const isNew = (value: unknown) =>
        isId((value as CreatedMilestone | null)?.id) &&
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
  );

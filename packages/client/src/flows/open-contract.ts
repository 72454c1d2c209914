import type { components } from '../generated/schema.ts';
import type { Contracts, Milestone, ParentContract, Party } from '../resources/contracts.ts';
import { isId } from '../rules/is-id.ts';
import { isRecord } from '../rules/is-record.ts';
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

const {
  rule: milestoneRule,
  properties: { milestones },
} = bodySchemaOf('addMilestones');
const {
  rule: partyRule,
  properties: { mileStonesParties },
} = bodySchemaOf('addParties');
const schema = closed({
  parent: bodySchemaOf('createContract'),
  milestones: {
    type: 'a list of milestones',
    accepts: (value: unknown[]) => Array.isArray(value) && value.length > 0,
    items: closed({
      milestone: { ...milestones?.items, rule: milestoneRule },
      parties: { ...mileStonesParties?.values, rule: partyRule },
    }),
  },
});

/** Creates the flow. */
export const createOpenContract = (contracts: Contracts): OpenContractFlow =>
  createJournaledFlow({
    name: 'openContract',
    schema,
    async run({ parent, milestones }, runStep, options) {
      const contractId = await runStep<string>(
        'createContract',
        parent,
        async () => (await contracts.create(parent, options)).id,
        {
          isResult: isId,
        },
      );
      const created: CreatedMilestone[] = [];
      const isNew = (value: unknown) =>
        isRecord(value) && isId(value['id']) && !created.some(({ id }) => id === value['id']);
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
        created.push(await runStep<CreatedMilestone>(step, milestone, add, { isResult: isNew }));
      }
      const parties = milestones.map(({ parties }, index) => [created[index]?.id, parties]);
      await runStep('addParties', parties, async () => {
        await contracts.addParties(contractId, Object.fromEntries(parties), options);
        return null;
      });
      return { contractId, milestones: created };
    },
  });

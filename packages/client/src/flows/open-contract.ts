import type { components, EscrowClient, Milestone, ParentContract, Party } from '../index.ts';
import { isId } from '../rules/is-id.ts';
import { isRecord } from '../rules/is-record.ts';
import { moved, refuseInput, unknownParts } from './refuse-input.ts';
import { type FlowOptions, runFlow } from './run-flow.ts';

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

/** Throws what the input breaks, before the first call of the flow is made. */
function checkInput({ check }: EscrowClient, input: ContractToOpen): void {
  const { parent, milestones } = input;
  const added = milestones.map(({ milestone }) => milestone);
  const mileStonesParties = Object.fromEntries(
    milestones.map(({ parties }, index) => [`milestones[${index}].parties`, parties]),
  );
  const ofMilestones = check('addMilestones', { body: { milestones: added } });
  refuseInput('openContract', [
    ...unknownParts(input, 'parent', 'milestones'),
    ...(added.length > 0 ? [] : [{ path: 'milestones', problem: 'must hold a milestone' }]),
    ...moved(check('createContract', { body: parent }), 'body', 'parent'),
    ...moved(ofMilestones, /^body\.(milestones\[\d+\])/, '$1.milestone'),
    ...moved(check('addParties', { body: { mileStonesParties } }), 'body.mileStonesParties.', ''),
  ]);
}

/** Whether a value is a milestone that was not seen before. */
const isUnseen = (value: unknown, seen: CreatedMilestone[]): boolean =>
  isRecord(value) && isId(value['id']) && !seen.some(({ id }) => id === value['id']);

/**
 * The one milestone of an answer that was not seen before. In which order milestones come back, and whether earlier ones
 * are among them, is not shown, so that any other number leaves open which parties belong to it: then it is none.
 */
function theNewOne(answered: CreatedMilestone[], seen: CreatedMilestone[]): CreatedMilestone | undefined {
  const [milestone, another] = answered.filter((milestone) => isUnseen(milestone, seen));
  if (!milestone || another) return undefined;
  // What is documented alone: what else the service may answer is not for the journal.
  const { id, itemPrice, fee, feePercentage, status } = milestone;
  return { id, itemPrice, fee, feePercentage, status };
}

/** Creates the flow. */
export const createOpenContract =
  (client: EscrowClient): OpenContractFlow =>
  async (input, options) => {
    checkInput(client, input);
    return runFlow('openContract', options, async (runStep) => {
      const create = async () => (await client.contracts.create(input.parent, options.call)).id;
      const contractId = await runStep('createContract', input.parent, create, { isResult: isId });
      const created: CreatedMilestone[] = [];
      for (const [index, { milestone }] of input.milestones.entries()) {
        const add = async () => {
          const answer = await client.contracts.addMilestones(contractId, [milestone], options.call);
          return theNewOne(answer.milestones, created);
        };
        const isResult = (result: unknown) => isUnseen(result, created);
        created.push((await runStep(`addMilestone${index + 1}`, milestone, add, { isResult })) as CreatedMilestone);
      }
      const parties = input.milestones.map(({ parties }, index) => [created[index]?.id, parties]);
      await runStep('addParties', parties, async () => {
        await client.contracts.addParties(contractId, Object.fromEntries(parties), options.call);
        return null;
      });
      return { contractId, milestones: created };
    });
  };

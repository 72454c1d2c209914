import { refuse } from '../errors/rule-violation-error.ts';
import type { components } from '../generated/schema.ts';
import type { Contracts, Milestone, ParentContract, Party } from '../resources/contracts.ts';
import { completeBody } from '../rules/complete-body.ts';
import { isId } from '../rules/is-id.ts';
import { isRecord } from '../rules/is-record.ts';
import type { Violation } from '../rules/violation.ts';
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
function checkInput({ parent, milestones }: ContractToOpen): void {
  const mileStonesParties = Object.fromEntries(
    milestones.map(({ parties }, index) => [`milestones[${index}]`, parties]),
  );
  const violations: Violation[] = [];
  if (milestones.length === 0) violations.push({ path: 'milestones', problem: 'is missing' });
  completeBody('createContract', parent, violations, 'parent');
  completeBody('addMilestones', { milestones: milestones.map(({ milestone }) => milestone) }, violations);
  completeBody('addParties', { mileStonesParties }, violations);
  refuse('openContract', violations);
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
  (contracts: Contracts): OpenContractFlow =>
  async (input, options) => {
    checkInput(input);
    return runFlow('openContract', options, async (runStep) => {
      const create = async () => (await contracts.create(input.parent, options.call)).id;
      const contractId = await runStep('createContract', input.parent, create, { isResult: isId });
      const created: CreatedMilestone[] = [];
      for (const [index, { milestone }] of input.milestones.entries()) {
        const add = async () => {
          const answer = await contracts.addMilestones(contractId, [milestone], options.call);
          return theNewOne(answer.milestones, created);
        };
        const isResult = (result: unknown) => isUnseen(result, created);
        created.push((await runStep(`addMilestone${index + 1}`, milestone, add, { isResult })) as CreatedMilestone);
      }
      const parties = input.milestones.map(({ parties }, index) => [created[index]?.id, parties]);
      await runStep('addParties', parties, async () => {
        await contracts.addParties(contractId, Object.fromEntries(parties), options.call);
        return null;
      });
      return { contractId, milestones: created };
    });
  };

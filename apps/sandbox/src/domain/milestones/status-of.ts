import { kitMilestoneStates, milestoneStates } from '@escrow-kit/spec';
import type { MilestoneState } from '../../storage/tables.ts';

/** How the document spells a state in answers and events (`x-milestone-states`). Inside, the sandbox has its own names. */
export const statusOf = <State extends MilestoneState>(state: State): State =>
  milestoneStates[kitMilestoneStates.indexOf(state)] as State;

import { kitMilestoneStates, milestoneStates } from '@escrow-kit/spec';
import type { MilestoneState } from '../../storage/tables.ts';

/**
 * How the service spells a state in answers and events, typed as without overlays. Inside, the sandbox has its own names, which no
 * overlay changes.
 */
export const statusOf = <State extends MilestoneState>(state: State): State =>
  milestoneStates[kitMilestoneStates.indexOf(state)] as State;

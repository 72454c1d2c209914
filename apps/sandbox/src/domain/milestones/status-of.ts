import { kitMilestoneStates, milestoneStates } from '@escrow-kit/spec';
import type { MilestoneState } from '../../storage/tables.ts';

/** How the service spells a state in answers and events. Inside, the sandbox has its own names, which no overlay changes. */
export function statusOf(state: MilestoneState): string {
  return milestoneStates[kitMilestoneStates.indexOf(state)] ?? state;
}

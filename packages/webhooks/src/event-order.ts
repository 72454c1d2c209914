import { type ContractEvent, statusOnTheWire } from './event.ts';
import { milestoneStates } from './generated/contract-event.ts';

/**
 * Events with the same ordering key are handled one at a time, in order of arrival. It is the milestone id; an event without
 * one waits for no other.
 */
export const orderingKeyOf = ({ event, key }: { event: ContractEvent; key: string }): string =>
  event.milestoneId ?? key;

/** How far along its milestone an event is (STATE-4). Undefined if its status has no place in the order (HOOK-8). */
export function statusRank(event: ContractEvent): number | undefined {
  const rank = milestoneStates.indexOf(statusOnTheWire(event));
  return rank < 0 ? undefined : rank;
}

/** Whether a later status was handled before (HOOK-7). The same status again is not late. */
export function isLate(rank: number | undefined, highestHandledRank: number | undefined): boolean {
  return rank !== undefined && highestHandledRank !== undefined && rank < highestHandledRank;
}

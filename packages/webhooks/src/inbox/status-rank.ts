import { type ContractEvent, statusOnTheWire } from '../event.ts';

/** The order in which a milestone goes through its statuses (STATE-4). */
const order: readonly string[] = ['WAITING_FOR_PAYMENT', 'PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'];

/** How far along its milestone an event is; undefined where its status has no place in the order (HOOK-8). */
export function statusRank(event: ContractEvent): number | undefined {
  const rank = order.indexOf(statusOnTheWire(event));
  return rank < 0 ? undefined : rank;
}

/** Whether a status that comes later was handled already (HOOK-7). The same status again is not late. */
export function isLate(rank: number | undefined, highestHandledRank: number | undefined): boolean {
  return rank !== undefined && highestHandledRank !== undefined && rank < highestHandledRank;
}

import type { MilestoneState } from '../../storage/tables.ts';

/** The name of a move. */
export type Move = 'join' | 'pay' | 'release' | 'complete';

/** From where to where a move leads, and the status of the event that it causes (HOOK-5). */
export interface Transition {
  from: MilestoneState;
  to: MilestoneState;
  event: string | undefined;
}

/**
 * Every move of a milestone (STATE-1 to STATE-4). A parent stays CREATED, and SUBMITTED is no state here: only the
 * organization portal leads to it (STATE-5).
 */
export const moves: Readonly<Record<Move, Transition>> = {
  /** All parties have joined. */
  join: { from: 'CREATED', to: 'WAITING_FOR_PAYMENT', event: undefined },
  pay: { from: 'WAITING_FOR_PAYMENT', to: 'PAID', event: 'PAID' },
  release: { from: 'PAID', to: 'CASHOUT_IN_PROGRESS', event: 'CASHOUT_IN_PROGRESS' },
  complete: { from: 'CASHOUT_IN_PROGRESS', to: 'COMPLETED', event: 'COMPLETED' },
};

/** The moves that a state allows. */
export function allowedMoves(state: MilestoneState): Move[] {
  return (Object.keys(moves) as Move[]).filter((move) => moves[move].from === state);
}

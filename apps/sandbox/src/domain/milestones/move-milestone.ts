import type { Db } from '../../storage/database.ts';
import type { MilestoneState } from '../../storage/tables.ts';
import { Refusal } from '../refusal.ts';
import { insertEvent } from './insert-event.ts';
import { type MilestoneKey, requireMilestone } from './require-milestone.ts';

/** The name of a move. */
export type Move = 'join' | 'pay' | 'release' | 'complete';

/** A move of money, which an event reports (HOOK-5). */
export type ReportedMove = Exclude<Move, 'join'>;

/** The states before and after a move, and the status of the event that it causes (HOOK-5). */
interface Transition {
  from: MilestoneState;
  to: MilestoneState;
  event: MilestoneState | undefined;
}

/**
 * Every move of a milestone (STATE-1 to STATE-4). A parent stays CREATED. SUBMITTED is not a state here, because only the
 * organization portal leads to it (STATE-5).
 */
const moves = {
  /** All parties have joined. */
  join: { from: 'CREATED', to: 'WAITING_FOR_PAYMENT', event: undefined },
  pay: { from: 'WAITING_FOR_PAYMENT', to: 'PAID', event: 'PAID' },
  release: { from: 'PAID', to: 'CASHOUT_IN_PROGRESS', event: 'CASHOUT_IN_PROGRESS' },
  complete: { from: 'CASHOUT_IN_PROGRESS', to: 'COMPLETED', event: 'COMPLETED' },
} as const satisfies Record<Move, Transition>;

/** The moves that a state allows. */
export function allowedMoves(state: MilestoneState): Move[] {
  return (Object.keys(moves) as Move[]).filter((move) => moves[move].from === state);
}

/** Whether the buyer has not paid yet. */
export function isUnpaid(state: MilestoneState): boolean {
  return state === 'CREATED' || state === 'WAITING_FOR_PAYMENT';
}

/** Lets a milestone wait for payment, because all parties have joined (STATE-2). Call it in the transaction of the last one. */
export async function joinMilestone(db: Db, milestone: MilestoneKey & { now: number }): Promise<void> {
  await changeState(db, { ...milestone, move: 'join' });
}

/** A move that was made. */
export interface MadeMove {
  /** When it was made, on the tenant's clock. */
  movedAt: number;
  /** Its event. What the move posts to the ledger names it. */
  eventId: string;
}

/**
 * Moves a milestone and writes the event of the move, in the caller's transaction. If two callers move it at once, one is
 * refused: the state is changed only if it is still the one before the move (STATE-4a).
 *
 * The time of the move is `now`, but never before the previous move, for which this one may have waited, so that times are in
 * the order of moves. On a frozen clock several moves have the same time.
 */
export async function moveMilestone(
  db: Db,
  { move, ...milestone }: MilestoneKey & { move: ReportedMove; now: number },
): Promise<MadeMove> {
  const { tenantId, milestoneId } = milestone;
  const movedAt = await changeState(db, { ...milestone, move });
  const eventId = await insertEvent(db, { tenantId, milestoneId, status: moves[move].event, now: movedAt });
  return { movedAt, eventId };
}

/** Returns the time of the change. */
async function changeState(
  db: Db,
  { tenantId, milestoneId, move, now }: MilestoneKey & { move: Move; now: number },
): Promise<number> {
  const { from, to } = moves[move];
  const moved = await db
    .updateTable('milestones')
    .set(({ eb, ref }) => ({
      state: to,
      updatedAt: eb.case().when('updatedAt', '>', now).then(ref('updatedAt')).else(now).end(),
    }))
    .where((eb) => eb.and({ tenantId, id: milestoneId, state: from }))
    .returning('updatedAt')
    .executeTakeFirst();
  if (moved) return moved.updatedAt;
  const { state } = await requireMilestone(db, { tenantId, milestoneId });
  throw illegalMove(move, state);
}

/** The refusal of a move that the state does not allow. It says so if the milestone still waits for its parties. */
export function illegalMove(move: Move, state: MilestoneState): Refusal {
  const message = `The milestone is ${state}; ${move} needs ${moves[move].from}.`;
  if (move === 'pay' && state === 'CREATED') {
    const remedy = 'Add its parties and, if invitations are on, let them accept first.';
    return new Refusal('conflict', { rule: 'STATE-3a', message: `${message} ${remedy}` });
  }
  return new Refusal('conflict', { rule: 'STATE-4a', message });
}

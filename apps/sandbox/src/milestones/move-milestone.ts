import { insertEvent } from '../events/insert-event.ts';
import { Refusal } from '../refusal.ts';
import type { Db } from '../storage/database.ts';
import { type Move, moves } from './moves.ts';

/**
 * Moves a milestone, with the event that the move causes, in the caller's transaction. Of two that move it at once, one
 * is refused: the state is changed only where it still is what the move starts from (STATE-4).
 */
export async function moveMilestone(
  db: Db,
  { tenantId, milestoneId, move, now }: { tenantId: string; milestoneId: string; move: Move; now: number },
): Promise<void> {
  const { from, to, event } = moves[move];
  const { numUpdatedRows } = await db
    .updateTable('milestones')
    .set({ state: to, updatedAt: now })
    .where('tenantId', '=', tenantId)
    .where('id', '=', milestoneId)
    .where('state', '=', from)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) {
    throw new Refusal('conflict', {
      rule: 'STATE-4',
      message: `The milestone is not ${from}, so that it can't ${move}.`,
    });
  }
  if (event) await insertEvent(db, { tenantId, milestoneId, status: event, now });
}

import type { Db } from '../../storage/database.ts';
import { insertPosting } from '../ledger/insert-posting.ts';
import { payoutEntries } from '../ledger/posting-entries.ts';
import type { MilestoneChange } from '../milestones/change.ts';
import { moveMilestone } from '../milestones/move-milestone.ts';
import { unscheduleMove } from '../milestones/schedule-move.ts';
import { listParties } from '../parties/list-parties.ts';
import { sharesOf } from './shares.ts';

/**
 * Completes a milestone whose money is being released: every receiver is paid out, and the event COMPLETED goes out
 * (HOOK-5). Call it in a transaction, which a refusal has to roll back. Refuses another state (STATE-4a).
 */
export async function completeMilestone(trx: Db, { tenant, milestoneId, now }: MilestoneChange): Promise<void> {
  const key = { tenantId: tenant.id, milestoneId };
  const completedAt = await moveMilestone(trx, { ...key, move: 'complete', now });
  const shares = sharesOf(await listParties(trx, key));
  await insertPosting(trx, { ...key, entries: payoutEntries(shares), now: completedAt });
  await unscheduleMove(trx, key);
}

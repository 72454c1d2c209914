import type { Db } from '../../storage/database.ts';
import { insertPosting } from '../ledger/ledger.ts';
import { payoutEntries, releaseEntries } from '../ledger/posting-entries.ts';
import { moveMilestone } from '../milestones/move-milestone.ts';
import { type MilestoneChange, requireMilestone } from '../milestones/require-milestone.ts';
import { scheduleMove, unscheduleMove } from '../milestones/schedule-move.ts';
import { listParties } from '../parties/list-parties.ts';
import { checkReceivers, sharesOf } from './check-receivers.ts';

/**
 * Releases a paid milestone: the escrow goes to the parties, the fee leaves the organization's wallet (MILESTONE-4), and the
 * event CASHOUT_IN_PROGRESS goes out (HOOK-5). Call it in a transaction, which has to be rolled back after a refusal.
 *
 * Throws if the milestone is not PAID (STATE-4a), or if a receiver has no bank account or, for a bank transfer, no address
 * (BANK-3, ADDR-2).
 */
export async function releaseMilestone(trx: Db, { tenant, milestoneId, now }: MilestoneChange): Promise<void> {
  const key = { tenantId: tenant.id, milestoneId };
  const released = await moveMilestone(trx, { ...key, move: 'release', now });
  const { itemPrice, fee } = await requireMilestone(trx, key);
  const shares = sharesOf(await listParties(trx, key));
  await checkReceivers(trx, { tenant, shares });
  const entries = releaseEntries({ milestoneId, itemPriceInHalalas: itemPrice, feeInHalalas: fee, shares });
  await insertPosting(trx, { ...key, move: released, entries });
  await unscheduleMove(trx, key);
  await scheduleMove(trx, { tenant, milestoneId, move: 'complete', now: released.movedAt });
}

/**
 * Completes a milestone whose money is being released: every receiver is paid out, and the event COMPLETED goes out (HOOK-5).
 * Call it in a transaction, which has to be rolled back after a refusal. Throws in any other state (STATE-4a).
 */
export async function completeMilestone(trx: Db, { tenant, milestoneId, now }: MilestoneChange): Promise<void> {
  const key = { tenantId: tenant.id, milestoneId };
  const completed = await moveMilestone(trx, { ...key, move: 'complete', now });
  const shares = sharesOf(await listParties(trx, key));
  await insertPosting(trx, { ...key, move: completed, entries: payoutEntries(shares) });
  await unscheduleMove(trx, key);
}

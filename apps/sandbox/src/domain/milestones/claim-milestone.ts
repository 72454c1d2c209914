import type { Db } from '../../storage/database.ts';
import { Refusal } from '../refusal.ts';
import type { MilestoneKey } from './require-milestone.ts';

/** The part of a milestone that adding parties needs. */
export interface ClaimedMilestone {
  id: string;
  itemPriceInHalalas: number;
}

/**
 * Locks a milestone in the caller's transaction, to add its parties. Throws if it does not belong to the contract (ERR-1b), or
 * if it has parties or is no longer CREATED, because parties are set once (STATE-2a). A concurrent second call waits here for
 * the first one.
 */
export async function claimMilestone(
  db: Db,
  { tenantId, contractId, milestoneId, field, now }: MilestoneKey & { contractId: string; field: string; now: number },
): Promise<ClaimedMilestone> {
  const milestone = await db
    .updateTable('milestones')
    .set({ updatedAt: now })
    .where('tenantId', '=', tenantId)
    .where('contractId', '=', contractId)
    .where('id', '=', milestoneId)
    .returning(['id', 'itemPrice', 'state'])
    .executeTakeFirst();
  if (!milestone) {
    const message = `${field}: the contract of this path has no such milestone.`;
    throw new Refusal('not_found', { rule: 'ERR-1b', field, message });
  }
  if (milestone.state !== 'CREATED') {
    const message = `${field}: the milestone is ${milestone.state}; parties can only be added while it is CREATED.`;
    throw new Refusal('conflict', { rule: 'STATE-2a', field, message });
  }
  await refuseIfInvited(db, { tenantId, milestoneId, field });
  return { id: milestone.id, itemPriceInHalalas: milestone.itemPrice };
}

async function refuseIfInvited(
  db: Db,
  { tenantId, milestoneId, field }: MilestoneKey & { field: string },
): Promise<void> {
  const party = await db
    .selectFrom('parties')
    .where('tenantId', '=', tenantId)
    .where('milestoneId', '=', milestoneId)
    .select('position')
    .limit(1)
    .executeTakeFirst();
  if (!party) return;
  const message = `${field}: the milestone already has its parties, who are invited. It moves on when they accept.`;
  throw new Refusal('conflict', { rule: 'STATE-2a', field, message });
}

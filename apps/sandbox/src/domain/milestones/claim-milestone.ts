import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { Refusal } from '../refusal.ts';
import { findMilestone, lockMilestone, type MilestoneKey } from './require-milestone.ts';

/**
 * Locks a milestone in the caller's transaction, to add its parties. Throws if it does not belong to the contract (ERR-1b), or
 * if it has parties or is no longer CREATED, because parties are set once (STATE-2a). A concurrent second call waits here for
 * the first one.
 */
export async function claimMilestone(
  trx: Db,
  { contractId, field, ...key }: MilestoneKey & { contractId: string; field: string },
): Promise<Row<'milestones'>> {
  const state = await lockMilestone(trx, key);
  const milestone = await findMilestone(trx, key);
  if (milestone?.contractId !== contractId) {
    const message = `${field}: the contract of this path has no such milestone.`;
    throw new Refusal('not_found', { rule: 'ERR-1b', field, message });
  }
  if (state !== 'CREATED') {
    const message = `${field}: the milestone is ${state}; parties can only be added while it is CREATED.`;
    throw new Refusal('conflict', { rule: 'STATE-2a', field, message });
  }
  const party = await trx
    .selectFrom('parties')
    .where('tenantId', '=', key.tenantId)
    .where('milestoneId', '=', key.milestoneId)
    .select('position')
    .limit(1)
    .executeTakeFirst();
  if (!party) return milestone;
  const message = `${field}: the milestone already has its parties, who are invited. It moves on when they accept.`;
  throw new Refusal('conflict', { rule: 'STATE-2a', field, message });
}

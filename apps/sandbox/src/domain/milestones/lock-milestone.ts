import type { Db } from '../../storage/database.ts';
import type { MilestoneState } from '../../storage/tables.ts';
import type { MilestoneKey } from './require-milestone.ts';

/**
 * Lets one transaction at a time pass for a milestone, and returns the state that it found. Writing a value that is
 * there already locks the row on both databases; only one of them knows `FOR UPDATE`.
 */
export async function lockMilestone(
  trx: Db,
  { tenantId, milestoneId }: MilestoneKey,
): Promise<MilestoneState | undefined> {
  const row = await trx
    .updateTable('milestones')
    .set(({ ref }) => ({ updatedAt: ref('updatedAt') }))
    .where('tenantId', '=', tenantId)
    .where('id', '=', milestoneId)
    .returning('state')
    .executeTakeFirst();
  return row?.state;
}

import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { Refusal } from '../refusal.ts';

/** Which milestone, of which tenant. */
export interface MilestoneKey {
  tenantId: string;
  milestoneId: string;
}

/** Reads a milestone. Refuses an id that the tenant does not have. */
export async function requireMilestone(db: Db, { tenantId, milestoneId }: MilestoneKey): Promise<Row<'milestones'>> {
  const row = await db
    .selectFrom('milestones')
    .where('tenantId', '=', tenantId)
    .where('id', '=', milestoneId)
    .selectAll()
    .executeTakeFirst();
  if (row) return row;
  throw new Refusal('not_found', {
    rule: 'MILESTONE-2',
    field: 'milestoneId',
    message: 'This organization has no such milestone. Send the id that adding the milestone returned.',
  });
}

import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import type { MilestoneKey } from '../milestones/require-milestone.ts';

/** The parties of a milestone in the order in which they were added. */
export function listParties(db: Db, { tenantId, milestoneId }: MilestoneKey): Promise<Row<'parties'>[]> {
  return db
    .selectFrom('parties')
    .where('tenantId', '=', tenantId)
    .where('milestoneId', '=', milestoneId)
    .orderBy('position')
    .selectAll()
    .execute();
}

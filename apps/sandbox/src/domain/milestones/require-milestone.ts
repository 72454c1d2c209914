import type { Db } from '../../storage/database.ts';
import type { MilestoneState, Row } from '../../storage/tables.ts';
import { Refusal } from '../refusal.ts';
import type { Tenant } from '../tenants/tenant.ts';

/** A milestone of a tenant. */
export interface MilestoneKey {
  tenantId: string;
  milestoneId: string;
}

/** Finds a milestone of the tenant. */
export function findMilestone(db: Db, { tenantId, milestoneId }: MilestoneKey): Promise<Row<'milestones'> | undefined> {
  return db
    .selectFrom('milestones')
    .where('tenantId', '=', tenantId)
    .where('id', '=', milestoneId)
    .selectAll()
    .executeTakeFirst();
}

/** Finds a milestone by its payment reference (PAY-3). */
export function findMilestoneOfShortId(
  db: Db,
  { tenantId, shortId }: { tenantId: string; shortId: string },
): Promise<Row<'milestones'> | undefined> {
  return db
    .selectFrom('milestones')
    .where('tenantId', '=', tenantId)
    .where('shortId', '=', shortId)
    .selectAll()
    .executeTakeFirst();
}

/** Reads a milestone. Throws if the tenant does not have it (MILESTONE-2). */
export async function requireMilestone(db: Db, key: MilestoneKey): Promise<Row<'milestones'>> {
  const row = await findMilestone(db, key);
  if (row) return row;
  throw new Refusal('not_found', {
    rule: 'MILESTONE-2',
    field: 'milestoneId',
    message: 'This organization has no such milestone. Send the id that adding the milestone returned.',
  });
}

/** A change of one milestone, at a time on the tenant's clock in milliseconds since 1970. */
export interface MilestoneChange {
  tenant: Tenant;
  milestoneId: string;
  now: number;
}

/**
 * Lets one transaction at a time continue with a milestone, and returns its state. Writing an unchanged value locks the row on
 * both databases; only one of them has `FOR UPDATE`.
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

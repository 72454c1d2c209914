import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
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
    .where((eb) => eb.and({ tenantId, id: milestoneId }))
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
    .where((eb) => eb.and({ tenantId, shortId }))
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
 * Finds a milestone to add its parties. Throws if it does not belong to the contract (ERR-1b), or if it has parties or is no longer
 * CREATED, because parties are set once (STATE-2a).
 */
export async function claimMilestone(
  trx: Db,
  { contractId, field, ...key }: MilestoneKey & { contractId: string; field: string },
): Promise<Row<'milestones'>> {
  const milestone = await findMilestone(trx, key);
  if (milestone?.contractId !== contractId) {
    const message = `${field}: the contract of this path has no such milestone.`;
    throw new Refusal('not_found', { rule: 'ERR-1b', field, message });
  }
  if (milestone.state !== 'CREATED') {
    const message = `${field}: the milestone is ${milestone.state}; parties can only be added while it is CREATED.`;
    throw new Refusal('conflict', { rule: 'STATE-2a', field, message });
  }
  const party = await trx
    .selectFrom('parties')
    .where((eb) => eb.and({ tenantId: key.tenantId, milestoneId: key.milestoneId }))
    .select('position')
    .limit(1)
    .executeTakeFirst();
  if (!party) return milestone;
  const message = `${field}: the milestone already has its parties, who are invited. It moves on when they accept.`;
  throw new Refusal('conflict', { rule: 'STATE-2a', field, message });
}

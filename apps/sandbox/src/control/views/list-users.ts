import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Db } from '../../storage/database.ts';
import { containsText } from '../../storage/sql.ts';

/** A user in the control API. */
export type ListedUser = ControlSchema<'User'>;

/** Which users of a tenant to list. */
export interface UserFilter {
  tenantId: string;
  limit: number;
  /** The phone number after which the page begins. Default: from the first. */
  after?: string | undefined;
  /** A text to find in the phone number or a name. */
  text?: string | undefined;
}

/** Lists a tenant's users by phone number. */
export async function listUsers(db: Db, { tenantId, limit, after, text }: UserFilter): Promise<ListedUser[]> {
  let query = db
    .selectFrom('users')
    .where('tenantId', '=', tenantId)
    .orderBy('phone')
    .limit(limit)
    .select(['id', 'phone', 'firstName', 'lastName', 'consent', 'identityVerified', 'createdAt']);
  if (after !== undefined) query = query.where('phone', '>', after);
  if (text !== undefined) query = query.where(containsText(db, text, ['phone', 'firstName', 'lastName']));
  const rows = await query.execute();
  const userIds = rows.map(({ id }) => id);
  const bankAccounts = await countOf(db, { table: 'bankAccounts', tenantId, userIds });
  const addresses = await countOf(db, { table: 'addresses', tenantId, userIds });
  return rows.map(({ id, phone, identityVerified, ...row }) => ({
    ...row,
    userId: id,
    phoneNumber: phone,
    isIdentityVerified: identityVerified === 1,
    bankAccounts: bankAccounts.get(id) ?? 0,
    addresses: addresses.get(id) ?? 0,
  }));
}

/** Counts the rows of a table for each user. Users without rows are left out. */
async function countOf(
  db: Db,
  { table, tenantId, userIds }: { table: 'bankAccounts' | 'addresses'; tenantId: string; userIds: number[] },
): Promise<Map<number, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom(table)
    .where('tenantId', '=', tenantId)
    .where('userId', 'in', userIds)
    .groupBy('userId')
    .select(({ fn }) => ['userId', fn.countAll<number>().as('count')])
    .execute();
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

import { DomainError } from '../../domain/refusal.ts';
import { issueUserCredential } from '../../domain/users/issue-user-credential.ts';
import { findUserByPhone, setConsent as set } from '../../domain/users/user.ts';
import type { Db } from '../../storage/database.ts';
import { type ControlHandler, readFirst } from '../control-call.ts';

export const listUsers: ControlHandler<'listUsers'> = async ({ service: { db }, tenant, query }) => {
  const rows = db
    .selectFrom('users')
    .where('tenantId', '=', tenant.id)
    .orderBy('phone')
    .select([
      'id as userId',
      'phone as phoneNumber',
      'firstName',
      'lastName',
      'consent',
      'identityVerified',
      'createdAt',
    ]);
  const { first, ...more } = await readFirst(query, (limit) => rows.limit(limit).execute());
  const key = { tenantId: tenant.id, userIds: first.map(({ userId }) => userId) };
  const bankAccounts = await countOf(db, { table: 'bankAccounts', ...key });
  const addresses = await countOf(db, { table: 'addresses', ...key });
  const users = first.map(({ identityVerified, ...user }) => ({
    ...user,
    isIdentityVerified: identityVerified === 1,
    bankAccounts: bankAccounts.get(user.userId) ?? 0,
    addresses: addresses.get(user.userId) ?? 0,
  }));
  return { users, ...more };
};

/** Counts the rows of a table for each user. Users without rows are left out. */
async function countOf(
  db: Db,
  { table, tenantId, userIds }: { table: 'bankAccounts' | 'addresses'; tenantId: string; userIds: number[] },
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom(table)
    .where('tenantId', '=', tenantId)
    .where('userId', 'in', userIds)
    .groupBy('userId')
    .select(({ fn }) => ['userId', fn.countAll<number>().as('count')])
    .execute();
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

/** Answers for the user, as the consent link does (USER-3, USER-4). */
export const setConsent: ControlHandler<'setConsent'> = async ({ service: { db }, tenant, path, body }) => {
  const { phoneNumber } = path;
  const userId = await requireUserId(db, { tenantId: tenant.id, phoneNumber });
  await set(db, { tenantId: tenant.id, userId, consent: body.status });
  return { phoneNumber, status: body.status };
};

/** Issues a token for the legacy checkout and the SDK script (AUTH-10). How the service issues it is not shown. */
export const issueCustomerToken: ControlHandler<'issueCustomerToken'> = async ({ service: { db }, tenant, path }) => {
  const { phoneNumber } = path;
  const userId = await requireUserId(db, { tenantId: tenant.id, phoneNumber });
  const kind = 'legacyCustomer';
  return { phoneNumber, customerToken: await issueUserCredential(db, { tenantId: tenant.id, userId, kind }) };
};

async function requireUserId(
  db: Db,
  { tenantId, phoneNumber }: { tenantId: string; phoneNumber: string },
): Promise<number> {
  const user = await findUserByPhone(db, { tenantId, phone: phoneNumber });
  if (user) return user.id;
  const message =
    'No user of this organization has this phone number: register the customer first, and write the number as it was registered, such as +966500000001.';
  throw new DomainError('not_found', { field: 'phoneNumber', message });
}

/** Lists the passwords that a phone received; empty for an unknown phone. */
export const listOtps: ControlHandler<'listOtps'> = async ({ service: { db }, tenant, path }) => {
  const otps = await db
    .selectFrom('otps')
    .where((eb) => eb.and({ tenantId: tenant.id, phone: path.phoneNumber }))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .select(['type', 'code as otp', 'expiresAt', 'usedAt', 'createdAt'])
    .execute();
  return { otps };
};

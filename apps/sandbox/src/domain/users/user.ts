import type { Db } from '../../storage/database.ts';
import type { ConsentStatus, Row } from '../../storage/tables.ts';
import { Refusal } from '../refusal.ts';
import { readUserId } from '../service-id.ts';
import type { TenantCall } from '../tenants/tenant-call.ts';

/** A user of an organization. */
export type User = Row<'users'>;

/** Finds a user by the phone, written exactly as it was registered. */
export function findUserByPhone(
  db: Db,
  { tenantId, phone }: { tenantId: string; phone: string },
): Promise<User | undefined> {
  return usersOf(db, tenantId).where('phone', '=', phone).executeTakeFirst();
}

/** Finds the user that a text in a path names. Throws if there is none, also for a number that is too large (ERR-1b). */
export async function getUserOfPath(
  db: Db,
  { tenantId, id, field }: { tenantId: string; id: string; field: string },
): Promise<User> {
  const userId = readUserId(id);
  const user = userId === undefined ? undefined : await findUser(db, { tenantId, userId });
  if (user) return user;
  const message = `No user of this organization has this ${field}: register the customer first.`;
  throw new Refusal('not_found', { rule: 'ERR-1b', field, message });
}

/** Finds a user by id. */
export function findUser(
  db: Db,
  { tenantId, userId }: { tenantId: string; userId: number },
): Promise<User | undefined> {
  return usersOf(db, tenantId).where('id', '=', userId).executeTakeFirst();
}

function usersOf(db: Db, tenantId: string) {
  return db.selectFrom('users').where('tenantId', '=', tenantId).selectAll();
}

/** Sets the consent of a user. Each answer replaces the one before (USER-3, USER-4). */
export async function setConsent(
  db: Db,
  { tenantId, userId, consent }: { tenantId: string; userId: number; consent: ConsentStatus },
): Promise<void> {
  await db.updateTable('users').set({ consent }).where('tenantId', '=', tenantId).where('id', '=', userId).execute();
}

/** First and last name, as far as known; null if neither is. */
export function fullName({
  firstName,
  lastName,
}: {
  firstName: string | null;
  lastName: string | null;
}): string | null {
  return [firstName, lastName].filter((name) => name !== null && name !== '').join(' ') || null;
}

/** Throws if a legacy user token belongs to another user (AUTH-8a). Every other token may act for any user. */
export function checkOwnUser(
  { caller, refuseOrNote }: Pick<TenantCall, 'caller' | 'refuseOrNote'>,
  userId: number,
): void {
  if (caller?.userId === undefined || caller.userId === userId) return;
  const message = 'This legacy user token belongs to another user: send the token of the user that the call is about.';
  refuseOrNote(new Refusal('forbidden', { rule: 'AUTH-8a', field: 'authorization', message }));
}

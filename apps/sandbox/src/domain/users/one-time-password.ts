import { randomInt } from 'node:crypto';
import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { createId } from '../create-id.ts';

/** What a one-time password proves (ID-2). */
type OtpType = Row<'otps'>['type'];

/**
 * The one-time password of a phone. It is open from when it goes out until it is used, expires, or is replaced by the next one
 * of its type.
 */
export interface OtpKey {
  tenantId: string;
  phone: string;
  type: OtpType;
  now: number;
}

/** The lifetime of a one-time password, on the tenant's clock. Our choice: not shown. */
export const otpLifetimeInMs = 300_000;

/** Writes a new password of six digits, which replaces an unused one of its type. */
export async function issueOtp(
  db: Db,
  { tenantId, userId, phone, type, now }: OtpKey & { userId: number },
): Promise<void> {
  await db
    .deleteFrom('otps')
    .where((eb) => eb.and({ tenantId, phone, type }))
    .where('usedAt', 'is', null)
    .execute();
  const code = randomInt(100_000, 1_000_000);
  const expiresAt = now + otpLifetimeInMs;
  await db
    .insertInto('otps')
    .values({
      tenantId,
      id: createId('otp'),
      phone,
      userId,
      type,
      code,
      expiresAt,
      tries: 0,
      createdAt: now,
    })
    .execute();
}

/** How many tries a one-time password has. Our choice: not shown. */
export const mostOtpTries = 5;

/**
 * Counts a try, and returns the number of tries so far; undefined if no password is open. Call it in a transaction, and commit
 * it even if the password is wrong: every try counts.
 */
export async function countOtpTry(trx: Db, key: OtpKey): Promise<number | undefined> {
  const query = updateOpenOtp(trx, key).set(({ eb }) => ({ tries: eb('tries', '+', 1) }));
  return (await query.returning('tries').executeTakeFirst())?.tries;
}

/** Uses up a password, and returns whether the code was right. If it is used twice at once, one of them is right. */
export async function useOtp(db: Db, { code, ...key }: OtpKey & { code: number }): Promise<boolean> {
  // A fraction or a number beyond 64 bits is not a password, and does not fit an integer column.
  if (!Number.isSafeInteger(code)) return false;
  const query = updateOpenOtp(db, key).set({ usedAt: key.now });
  const { numUpdatedRows } = await query.where('code', '=', code).executeTakeFirst();
  return numUpdatedRows > 0n;
}

function updateOpenOtp(db: Db, { tenantId, phone, type, now }: OtpKey) {
  return db
    .updateTable('otps')
    .where((eb) => eb.and({ tenantId, phone, type }))
    .where('expiresAt', '>', now)
    .where('usedAt', 'is', null);
}

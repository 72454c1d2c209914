import { randomInt } from 'node:crypto';
import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { createId } from '../create-id.ts';

/** What a one-time password proves (ID-2). */
export type OtpType = Row<'otps'>['type'];

/** The lifetime of a one-time password, on the tenant's clock. Our choice: not shown. */
const otpLifetimeInMs = 300_000;

/** Writes a new password of six digits, which replaces an unused one of its type. */
export async function issueOtp(
  db: Db,
  {
    tenantId,
    userId,
    phone,
    type,
    now,
  }: { tenantId: string; userId: number; phone: string; type: OtpType; now: number },
): Promise<void> {
  await db
    .deleteFrom('otps')
    .where('tenantId', '=', tenantId)
    .where('phone', '=', phone)
    .where('type', '=', type)
    .where('usedAt', 'is', null)
    .execute();
  await db
    .insertInto('otps')
    .values({
      tenantId,
      id: createId('otp'),
      phone,
      userId,
      type,
      code: randomInt(100_000, 1_000_000),
      expiresAt: now + otpLifetimeInMs,
      usedAt: null,
      tries: 0,
      createdAt: now,
    })
    .execute();
}

/** How many tries a one-time password has. Our choice: not shown. */
export const mostOtpTries = 5;

/**
 * Counts a try of a phone's password of a type, and returns the number of tries so far; undefined if there is no password to
 * try. Call it in a transaction, and commit it even if the password is wrong: every try counts.
 */
export async function countOtpTry(
  trx: Db,
  { tenantId, phone, type, now }: { tenantId: string; phone: string; type: OtpType; now: number },
): Promise<number | undefined> {
  const row = await trx
    .updateTable('otps')
    .set(({ eb }) => ({ tries: eb('tries', '+', 1) }))
    .where('tenantId', '=', tenantId)
    .where('phone', '=', phone)
    .where('type', '=', type)
    .where('expiresAt', '>', now)
    .where('usedAt', 'is', null)
    .returning('tries')
    .executeTakeFirst();
  return row?.tries;
}

/**
 * Uses up a one-time password, and returns whether it was right: of this phone and type, not expired and not used before. If it
 * is used twice at once, one of them is right.
 */
export async function useOtp(
  db: Db,
  { tenantId, phone, type, code, now }: { tenantId: string; phone: string; type: OtpType; code: number; now: number },
): Promise<boolean> {
  // A fraction or a number beyond 64 bits is not a password, and does not fit an integer column.
  if (!Number.isSafeInteger(code)) return false;
  const { numUpdatedRows } = await db
    .updateTable('otps')
    .set({ usedAt: now })
    .where('tenantId', '=', tenantId)
    .where('phone', '=', phone)
    .where('type', '=', type)
    .where('code', '=', code)
    .where('expiresAt', '>', now)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

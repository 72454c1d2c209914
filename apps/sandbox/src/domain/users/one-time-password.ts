import { randomInt } from 'node:crypto';
import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { createId } from '../create-id.ts';

/** What a one-time password proves (ID-2). */
export type OtpType = Row<'otps'>['type'];

/** How long a one-time password is good for, on the tenant's clock. Our choice: not shown. */
const otpLifetimeInMs = 300_000;

/** Writes a fresh password of six digits, which takes the place of an unused one of its type. */
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
 * Counts a try of the password that a phone has of a type, and returns the how manyth it is; undefined where there is none to
 * try. Call it in a transaction, which has to be kept when the password is wrong: every try counts.
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
 * Uses up a one-time password, and tells whether it was right: the one of that phone and type, not expired and not used
 * before. Of two uses at once, one is right.
 */
export async function useOtp(
  db: Db,
  { tenantId, phone, type, code, now }: { tenantId: string; phone: string; type: OtpType; code: number; now: number },
): Promise<boolean> {
  // A fraction or a number beyond 64 bits is no password, and no integer column takes it.
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

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

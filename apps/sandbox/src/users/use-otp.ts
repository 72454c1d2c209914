import type { Db } from '../storage/database.ts';
import type { OtpType } from './issue-otp.ts';

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

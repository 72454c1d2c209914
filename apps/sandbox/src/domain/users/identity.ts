import type { Db } from '../../storage/database.ts';
import type { TenantCall } from '../tenants/tenant-call.ts';
import { countOtpTry, issueOtp, mostOtpTries, type OtpKey, useOtp } from './one-time-password.ts';
import { checkOwnUser, findUserByPhone, setConsent, type User } from './user.ts';

/**
 * Stores a national identity number, unverified until its one-time password comes back (ID-1). The password goes to the user's
 * own phone, because the sandbox knows no other: our choice.
 */
export async function submitNationalId(
  call: TenantCall,
  { user, nationalId }: { user: User; nationalId: string },
): Promise<void> {
  const { trx, tenant, now } = call;
  checkOwnUser(call, user.id);
  const key = { tenantId: tenant.id, userId: user.id };
  await updateIdentity(trx, key, { nationalId, identityVerified: 0 });
  await issueOtp(trx, { ...key, phone: user.phone, type: 'NATIONAL_ID_OTP', now });
}

/**
 * Returns whether a one-time password is right (ID-2). A right SERVICE_OTP stands for the organization's own OTP screen: it
 * grants consent, even after the user declined (USER-3, USER-4). A right NATIONAL_ID_OTP verifies the identity. After five
 * tries no password is right, our choice: six digits could be found by trying.
 */
export async function checkOtp(
  call: TenantCall,
  { type, phone, code }: Pick<OtpKey, 'type' | 'phone'> & { code: number },
): Promise<boolean> {
  const { trx, tenant, now, note } = call;
  const tenantId = tenant.id;
  const user = await findUserByPhone(trx, { tenantId, phone });
  if (!user) return false;
  checkOwnUser(call, user.id);
  const tries = await countOtpTry(trx, { tenantId, phone, type, now });
  if (tries !== undefined && tries > mostOtpTries) {
    note(`ID-2 the password had its ${mostOtpTries} tries: a fresh one is needed, whatever was entered.`);
    return false;
  }
  if (!(await useOtp(trx, { tenantId, phone, type, code, now }))) return false;
  const key = { tenantId, userId: user.id };
  if (type === 'SERVICE_OTP') await setConsent(trx, { ...key, consent: 'GRANTED' });
  else await updateIdentity(trx, key, { identityVerified: 1 });
  return true;
}

async function updateIdentity(
  db: Db,
  { tenantId, userId }: { tenantId: string; userId: number },
  change: { nationalId?: string; identityVerified: 0 | 1 },
): Promise<void> {
  await db.updateTable('users').set(change).where('tenantId', '=', tenantId).where('id', '=', userId).execute();
}

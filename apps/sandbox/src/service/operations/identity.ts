import { countOtpTry, issueOtp, mostOtpTries, type OtpType, useOtp } from '../../domain/users/one-time-password.ts';
import { checkOwnUser, findUserByPhone, getUserOfPath, setConsent } from '../../domain/users/user.ts';
import type { Db } from '../../storage/database.ts';
import type { Handler } from './call.ts';

/**
 * Stores a national identity number, unverified until its one-time password comes back (ID-1). The password goes to the user's
 * own phone, because the sandbox knows no other: our choice.
 */
export const submitNationalId: Handler<'submitNationalId'> = async (call) => {
  const { trx, tenant, path, body, now } = call;
  const tenantId = tenant.id;
  const user = await getUserOfPath(trx, { tenantId, id: path.userId, field: 'userId' });
  checkOwnUser(call, user.id);
  await trx
    .updateTable('users')
    .set({ nationalId: body.nationalId, identityVerified: 0 })
    .where('tenantId', '=', tenantId)
    .where('id', '=', user.id)
    .execute();
  await issueOtp(trx, { tenantId, userId: user.id, phone: user.phone, type: 'NATIONAL_ID_OTP', now });
  return { data: { otpType: 'NATIONAL_ID_OTP' } };
};

/**
 * Returns whether a one-time password is right (ID-2). A right SERVICE_OTP stands for the organization's own OTP screen: it
 * grants consent, even after the user declined (USER-3, USER-4). A right NATIONAL_ID_OTP verifies the identity. After five
 * tries no password is right, our choice: six digits could be found by trying.
 */
export const validateOtp: Handler<'validateOtp'> = async (call) => {
  const { trx, tenant, body, now, note } = call;
  const { type, phoneNumber: phone, otp: code } = body;
  const tenantId = tenant.id;
  // If ID-2a is only noted, a field may be missing; then no password is right.
  const isComplete = type !== undefined && phone !== undefined && code !== undefined;
  const user = isComplete ? await findUserByPhone(trx, { tenantId, phone }) : undefined;
  if (!user) return { data: { valid: false } };
  checkOwnUser(call, user.id);
  const tries = await countOtpTry(trx, { tenantId, phone, type, now });
  if (tries !== undefined && tries > mostOtpTries) {
    note(`ID-2 the password had its ${mostOtpTries} tries: a fresh one is needed, whatever was entered.`);
    return { data: { valid: false } };
  }
  const valid = await useOtp(trx, { tenantId, phone, type, code, now });
  if (valid) await effects[type](trx, { tenantId, userId: user.id });
  return { data: { valid } };
};

type Effect = (db: Db, user: { tenantId: string; userId: number }) => Promise<void>;

/** The effect of a right password. */
const effects: Record<OtpType, Effect> = {
  SERVICE_OTP: (db, user) => setConsent(db, { ...user, consent: 'GRANTED' }),
  NATIONAL_ID_OTP: async (db, { tenantId, userId }) => {
    await db
      .updateTable('users')
      .set({ identityVerified: 1 })
      .where('tenantId', '=', tenantId)
      .where('id', '=', userId)
      .execute();
  },
};

import { checkOwnUser } from '../../domain/users/check-own-user.ts';
import { getUserOfPath } from '../../domain/users/find-user.ts';
import { issueOtp } from '../../domain/users/issue-otp.ts';
import type { Handler } from './call.ts';

/**
 * Takes a national identity number, unverified until its one-time password comes back (ID-1). The password goes to the
 * user's own phone, since this sandbox knows of no other: our choice.
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

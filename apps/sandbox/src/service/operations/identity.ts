import { requireObject, requireText } from '../../domain/require-shape.ts';
import * as identity from '../../domain/users/identity.ts';
import { getUserOfPath } from '../../domain/users/user.ts';
import type { Handler } from './call.ts';

/** Stores a national identity number and sends its one-time password (ID-1). */
export const submitNationalId: Handler<'submitNationalId'> = async (call) => {
  const { trx, tenant, path, body } = call;
  const user = await getUserOfPath(trx, { tenantId: tenant.id, id: path.userId, field: 'userId' });
  await identity.submitNationalId(call, { user, nationalId: body.nationalId });
  return { data: { otpType: 'NATIONAL_ID_OTP' } };
};

/** Returns whether a one-time password is right (ID-2). */
export const validateOtp: Handler<'validateOtp'> = async (call) => {
  requireObject(call.body, { rule: 'ID-2b', field: 'body' });
  const { type, phoneNumber: phone, otp: code } = call.body;
  requireText({ type, phoneNumber: phone }, 'ID-2b');
  // A password in quotes is one too.
  if (typeof code !== 'number') requireText({ otp: code }, 'ID-2b');
  // If ID-2a is only noted, a field may be missing; then no password is right.
  const isComplete = type !== undefined && phone !== undefined && code !== undefined;
  return { data: { valid: isComplete && (await identity.checkOtp(call, { type, phone, code })) } };
};

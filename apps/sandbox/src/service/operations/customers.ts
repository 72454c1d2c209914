import { requireObject, requireText, requireTexts } from '../../domain/require-shape.ts';
import { writeUserId } from '../../domain/service-id.ts';
import * as identity from '../../domain/users/identity.ts';
import { linkCustomer } from '../../domain/users/link-customer.ts';
import { insertAddress, insertBankAccount } from '../../domain/users/payout-details.ts';
import { requirePhone } from '../../domain/users/phone.ts';
import { getUserOfPath } from '../../domain/users/user.ts';
import type { Handler } from './call.ts';

/** Registers a user, or links the one with this phone (USER-1, USER-2). */
export const registerCustomer: Handler<'registerCustomer'> = async ({ trx, tenant, body, now }) => {
  requireObject(body, { rule: 'USER-1d', field: 'body' });
  const { phoneNumber: phone, firstName, lastName } = body;
  requireText({ phoneNumber: phone, firstName, lastName }, 'USER-1d');
  requirePhone(phone);
  const customer = { phone, firstName, lastName };
  const { id, identification } = await linkCustomer(trx, { tenantId: tenant.id, customer, now });
  // As texts, which the answer turns into numbers where the document has numbers.
  return {
    serviceUserId: String(writeUserId(id)),
    userIdentification: String(writeUserId(identification, 'identification')),
  };
};

/** Adds a bank account to a user (BANK-1). Answers with its id: our choice, not shown. */
export const addBankAccount: Handler<'addBankAccount'> = async ({ trx, tenant, path, body, now }) => {
  const tenantId = tenant.id;
  const id = path.serviceUserId;
  const user = await getUserOfPath(trx, { tenantId, id, field: 'serviceUserId' });
  requireObject(body, { rule: 'BANK-1', field: 'body' });
  requireText({ iban: body.iban }, 'BANK-1');
  // If BANK-1a is only noted, it may be missing.
  const iban: string | undefined = body.iban;
  return {
    data: { id: await insertBankAccount(trx, { tenantId, userId: user.id, iban: iban ?? '', details: body, now }) },
  };
};

/** Adds an address to a user (ADDR-1). Answers with its id: our choice, not shown. */
export const addAddress: Handler<'addAddress'> = async ({ trx, tenant, path, body, now }) => {
  const tenantId = tenant.id;
  const id = path.serviceUserId;
  const user = await getUserOfPath(trx, { tenantId, id, field: 'serviceUserId' });
  requireObject(body, { rule: 'ADDR-1', field: 'body' });
  return { data: { id: await insertAddress(trx, { tenantId, userId: user.id, details: body, now }) } };
};

/** Stores a national identity number and sends its one-time password (ID-1). */
export const submitNationalId: Handler<'submitNationalId'> = async (call) => {
  const { trx, tenant, path, body } = call;
  const user = await getUserOfPath(trx, { tenantId: tenant.id, id: path.userId, field: 'userId' });
  requireObject(body, { rule: 'ID-1', field: 'body' });
  requireTexts({ nationalId: body.nationalId }, 'ID-1');
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

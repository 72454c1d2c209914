import { runCheck } from '../../domain/refuse-or-note.ts';
import { requireObject, requireText } from '../../domain/require-shape.ts';
import { writeUserId } from '../../domain/service-id.ts';
import { issueUserCredential } from '../../domain/users/issue-user-credential.ts';
import { linkCustomer } from '../../domain/users/link-customer.ts';
import { insertAddress, insertBankAccount } from '../../domain/users/payout-details.ts';
import { checkPhone, requirePhone } from '../../domain/users/phone.ts';
import { checkOwnUser, getUserOfPath, type User } from '../../domain/users/user.ts';
import type { Call, Handler } from './call.ts';
import { fieldsOfBody } from './fields-of-body.ts';

/**
 * Registers a customer and answers with a new password of the user, `clientUserToken` (LEGACY-1). How it becomes a customer
 * token is not shown, so nothing here accepts it; the control API issues customer tokens.
 */
export const legacySignUp: Handler<'legacySignUp'> = async ({ trx, tenant, body, now, refuseOrNote }) => {
  requireObject(body, { rule: 'LEGACY-1c', field: 'body' });
  const { phoneNumber, firstName, lastName, clientUserId } = body;
  requireText({ phoneNumber, firstName, lastName, clientUserId }, 'LEGACY-1c');
  // If LEGACY-1a is only noted, it may be missing.
  const phone: string | undefined = phoneNumber;
  requirePhone(phone);
  runCheck(() => checkPhone(phone), refuseOrNote);
  const tenantId = tenant.id;
  const customer = { phone, firstName, lastName, clientUserId };
  const { id, isKnown } = await linkCustomer(trx, { tenantId, customer, now });
  const clientUserToken = await issueUserCredential(trx, { tenantId, userId: id, kind: 'clientUserToken' });
  return { data: { id: writeUserId(id), preExistingUser: isKnown, clientUserToken } };
};

/** Adds a bank account to a user. Stores any JSON, because no shape is shown (LEGACY-3). */
export const legacyAddIban: Handler<'legacyAddIban'> = async (call) => {
  const { trx, tenant, body, now } = call;
  const { id: userId } = await getOwnUser(call);
  const details = fieldsOfBody(body);
  const iban = typeof details['iban'] === 'string' ? details['iban'] : '';
  return { data: { id: await insertBankAccount(trx, { tenantId: tenant.id, userId, iban, details, now }) } };
};

/** Adds an address to a user. Stores any JSON, because no shape is shown (LEGACY-3). */
export const legacyAddAddress: Handler<'legacyAddAddress'> = async (call) => {
  const { trx, tenant, body, now } = call;
  const { id: userId } = await getOwnUser(call);
  const details = fieldsOfBody(body);
  return { data: { id: await insertAddress(trx, { tenantId: tenant.id, userId, details, now }) } };
};

async function getOwnUser(call: Call<'legacyAddIban'> | Call<'legacyAddAddress'>): Promise<User> {
  const user = await getUserOfPath(call.trx, { tenantId: call.tenant.id, id: call.path.id, field: 'id' });
  checkOwnUser(call, user.id);
  return user;
}

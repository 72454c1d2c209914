import { createValidator } from '@escrow-kit/spec/validate';
import { Refusal } from '../../domain/refusal.ts';
import { runCheck } from '../../domain/refuse-or-note.ts';
import { issueUserCredential } from '../../domain/users/issue-user-credential.ts';
import { linkCustomer } from '../../domain/users/link-customer.ts';
import { insertAddress, insertBankAccount } from '../../domain/users/payout-details.ts';
import { checkOwnUser, getUserOfPath } from '../../domain/users/user.ts';
import type { Handler } from './call.ts';
import { fieldsOfBody } from './fields-of-body.ts';

/**
 * Registers a customer and answers with a new password of the user, `clientUserToken` (LEGACY-1). How it becomes a customer
 * token is not shown, so nothing here accepts it; the control API issues customer tokens.
 */
export const legacySignUp: Handler<'legacySignUp'> = async ({ trx, tenant, body, now, refuseOrNote }) => {
  const { phoneNumber: phone, firstName, lastName, clientUserId } = body;
  requirePhone(phone);
  runCheck(() => checkPhone(phone), refuseOrNote);
  const tenantId = tenant.id;
  const customer = { phone, firstName, lastName, clientUserId };
  const { id, isKnown } = await linkCustomer(trx, { tenantId, customer, now });
  const clientUserToken = await issueUserCredential(trx, { tenantId, userId: id, kind: 'clientUserToken' });
  return { data: { id, preExistingUser: isKnown, clientUserToken } };
};

/** If LEGACY-1a is only noted, it may be missing. But a sign-up registers, and a user is found only by the phone. */
function requirePhone(phone: string | undefined): void {
  if (phone !== undefined) return;
  const message = 'Send phoneNumber: this sandbox knows a user by the phone.';
  throw new Refusal('rule_violation', { rule: 'USER-1b', field: 'phoneNumber', message });
}

type Validate = ReturnType<typeof createValidator>;
let validatePhone: Validate | undefined;

/** The form of the phone is not shown for this call. Ours is that of registering, because one user has one phone. */
function checkPhone(phone: string): void {
  validatePhone ??= createValidator('#/components/schemas/PhoneNumber');
  const [violation] = validatePhone(phone);
  if (!violation) return;
  const message = `phoneNumber ${violation.message}. ${violation.remedy ?? ''}`.trim();
  throw new Refusal('rule_violation', { rule: 'LEGACY-1b', field: 'phoneNumber', message });
}

/** Adds a bank account to a user. Stores any JSON, because no shape is shown (LEGACY-3). */
export const legacyAddIban: Handler<'legacyAddIban'> = async (call) => {
  const { trx, tenant, path, body, now } = call;
  const tenantId = tenant.id;
  const user = await getUserOfPath(trx, { tenantId, id: path.id, field: 'id' });
  checkOwnUser(call, user.id);
  const details = fieldsOfBody(body);
  const iban = typeof details['iban'] === 'string' ? details['iban'] : '';
  return {
    data: { id: await insertBankAccount(trx, { tenantId, userId: user.id, iban, details, now }) },
  };
};

/** Adds an address to a user. Stores any JSON, because no shape is shown (LEGACY-3). */
export const legacyAddAddress: Handler<'legacyAddAddress'> = async (call) => {
  const { trx, tenant, path, body, now } = call;
  const tenantId = tenant.id;
  const user = await getUserOfPath(trx, { tenantId, id: path.id, field: 'id' });
  checkOwnUser(call, user.id);
  return { data: { id: await insertAddress(trx, { tenantId, userId: user.id, details: fieldsOfBody(body), now }) } };
};

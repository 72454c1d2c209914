import { requireObject, requireText } from '../../domain/require-shape.ts';
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
  return { serviceUserId: id, userIdentification: identification };
};

/** Adds a bank account to a user (BANK-1). Answers with its id: our choice, not shown. */
export const addBankAccount: Handler<'addBankAccount'> = async ({ trx, tenant, path, body, now }) => {
  const tenantId = tenant.id;
  const id = path.serviceUserId;
  const user = await getUserOfPath(trx, { tenantId, id, field: 'serviceUserId' });
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
  return { data: { id: await insertAddress(trx, { tenantId, userId: user.id, details: body, now }) } };
};

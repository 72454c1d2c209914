import { Refusal } from '../../domain/refusal.ts';
import { linkCustomer } from '../../domain/users/link-customer.ts';
import type { Handler } from './call.ts';

/** Registers a user, or links the one who has this phone (USER-1, USER-2). */
export const registerCustomer: Handler<'registerCustomer'> = async ({ trx, tenant, body, now }) => {
  const { phoneNumber: phone, firstName, lastName } = body;
  if (phone === undefined) {
    // Our choice: which fields are required is not shown, but a user is found by nothing else.
    const message = 'Send phoneNumber: this sandbox knows a user by the phone.';
    throw new Refusal('rule_violation', { rule: 'USER-1b', field: 'phoneNumber', message });
  }
  const customer = { phone, firstName, lastName };
  const { id, identification } = await linkCustomer(trx, { tenantId: tenant.id, customer, now });
  return { serviceUserId: id, userIdentification: identification };
};

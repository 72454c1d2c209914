import { checkOwnUser } from '../../domain/users/check-own-user.ts';
import { getUserOfPath } from '../../domain/users/find-user.ts';
import { insertBankAccount } from '../../domain/users/insert-bank-account.ts';
import type { Handler } from './call.ts';
import { fieldsOfBody } from './fields-of-body.ts';

/** Adds a bank account to a user, and keeps whatever JSON is sent, since none is shown (LEGACY-3). */
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

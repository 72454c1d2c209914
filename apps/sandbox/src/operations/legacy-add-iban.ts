import { checkOwnUser } from '../users/check-own-user.ts';
import { getUserOfPath } from '../users/find-user.ts';
import { insertBankAccount } from '../users/insert-bank-account.ts';
import type { Handler } from './call.ts';

/** Adds a bank account to a user, and keeps whatever JSON object is sent, since none is shown (LEGACY-3). */
export const legacyAddIban: Handler<'legacyAddIban'> = async ({ trx, tenant, caller, path, body = {}, now }) => {
  const tenantId = tenant.id;
  const user = await getUserOfPath(trx, { tenantId, id: path.id, field: 'id', rule: 'LEGACY-3' });
  checkOwnUser(caller, user.id);
  const { iban } = body;
  const text = typeof iban === 'string' ? iban : '';
  return {
    data: { id: await insertBankAccount(trx, { tenantId, userId: user.id, iban: text, details: body, now }) },
  };
};

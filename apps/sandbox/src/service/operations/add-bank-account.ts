import { getUserOfPath } from '../../domain/users/find-user.ts';
import { insertBankAccount } from '../../domain/users/insert-bank-account.ts';
import type { Handler } from './call.ts';

/** Adds a bank account to a user (BANK-1). Answers with its id: our choice, not shown. */
export const addBankAccount: Handler<'addBankAccount'> = async ({ trx, tenant, path, body, now }) => {
  const tenantId = tenant.id;
  const id = path.serviceUserId;
  const user = await getUserOfPath(trx, { tenantId, id, field: 'serviceUserId' });
  // Where BANK-1a is only noted, it may be missing.
  const iban: string | undefined = body.iban;
  return {
    data: { id: await insertBankAccount(trx, { tenantId, userId: user.id, iban: iban ?? '', details: body, now }) },
  };
};

import { getUserOfPath } from '../../domain/users/find-user.ts';
import { insertAddress } from '../../domain/users/insert-address.ts';
import type { Handler } from './call.ts';

/** Adds an address to a user (ADDR-1). Answers with its id: our choice, not shown. */
export const addAddress: Handler<'addAddress'> = async ({ trx, tenant, path, body, now }) => {
  const tenantId = tenant.id;
  const id = path.serviceUserId;
  const user = await getUserOfPath(trx, { tenantId, id, field: 'serviceUserId' });
  return { data: { id: await insertAddress(trx, { tenantId, userId: user.id, details: body, now }) } };
};

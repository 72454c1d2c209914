import { checkOwnUser } from '../../domain/users/check-own-user.ts';
import { getUserOfPath } from '../../domain/users/find-user.ts';
import { insertAddress } from '../../domain/users/insert-address.ts';
import type { Handler } from './call.ts';
import { fieldsOfBody } from './fields-of-body.ts';

/** Adds an address to a user, and keeps whatever JSON is sent, since none is shown (LEGACY-3). */
export const legacyAddAddress: Handler<'legacyAddAddress'> = async (call) => {
  const { trx, tenant, path, body, now } = call;
  const tenantId = tenant.id;
  const user = await getUserOfPath(trx, { tenantId, id: path.id, field: 'id' });
  checkOwnUser(call, user.id);
  return { data: { id: await insertAddress(trx, { tenantId, userId: user.id, details: fieldsOfBody(body), now }) } };
};

import { envelop } from '../users-api/envelope.ts';
import { getGenericUser } from '../users-api/get-generic-user.ts';
import { toUserRecord } from '../users-api/to-user-record.ts';
import type { Handler } from './call.ts';

/** Shows a user (UAPI-2). */
export const getUser: Handler<'getUser'> = async (call) => {
  const user = await getGenericUser(call.trx, { tenantId: call.tenant.id, id: call.path.userId });
  return envelop(call, toUserRecord(user));
};

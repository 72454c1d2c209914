import { getGenericUser } from '../../domain/generic/get-generic-user.ts';
import type { Handler } from './call.ts';
import { envelop } from './envelope.ts';
import { toUserRecord } from './to-user-record.ts';

/** Shows a user (UAPI-2). */
export const getUser: Handler<'getUser'> = async (call) => {
  const user = await getGenericUser(call.trx, { tenantId: call.tenant.id, id: call.path.userId });
  return envelop(call, toUserRecord(user));
};

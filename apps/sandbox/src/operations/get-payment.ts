import { getRecord } from '../generic/generic-records.ts';
import { envelop } from '../users-api/envelope.ts';
import type { Handler } from './call.ts';

/** Shows a generic payment (UAPI-7). */
export const getPayment: Handler<'getPayment'> = async (call) => {
  const { trx, tenant, path } = call;
  return envelop(call, await getRecord(trx, { tenantId: tenant.id, kind: 'payment', id: path.id }));
};

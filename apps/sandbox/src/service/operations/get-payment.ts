import { getRecord } from '../../domain/generic/generic-records.ts';
import type { Handler } from './call.ts';
import { envelop } from './envelope.ts';

/** Shows a generic payment (UAPI-7). */
export const getPayment: Handler<'getPayment'> = async (call) => {
  const { trx, tenant, path } = call;
  return envelop(call, await getRecord(trx, { tenantId: tenant.id, kind: 'payment', id: path.id }));
};

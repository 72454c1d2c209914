import { deleteRecord } from '../../domain/generic/generic-records.ts';
import type { Handler } from './call.ts';
import { envelop } from './envelope.ts';

/** Removes a webhook record (UAPI-7). */
export const deleteWebhook: Handler<'deleteWebhook'> = async (call) => {
  const { trx, tenant, path } = call;
  await deleteRecord(trx, { tenantId: tenant.id, kind: 'webhook', id: path.id });
  return envelop(call, { id: path.id, deleted: true });
};

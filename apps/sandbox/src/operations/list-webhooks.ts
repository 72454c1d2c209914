import { listRecords } from '../generic/generic-records.ts';
import { envelop } from '../users-api/envelope.ts';
import type { Handler } from './call.ts';

/** Lists the webhook records, the oldest first (UAPI-7). */
export const listWebhooks: Handler<'listWebhooks'> = async (call) => {
  const webhooks = await listRecords(call.trx, { tenantId: call.tenant.id, kind: 'webhook' });
  return envelop(call, { webhooks });
};

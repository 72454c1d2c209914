import { listRecords } from '../../domain/generic/generic-records.ts';
import type { Handler } from './call.ts';
import { envelop } from './envelope.ts';

/** Lists the webhook records, the oldest first (UAPI-7). */
export const listWebhooks: Handler<'listWebhooks'> = async (call) => {
  const webhooks = await listRecords(call.trx, { tenantId: call.tenant.id, kind: 'webhook' });
  return envelop(call, { webhooks });
};

import { fieldsOfBody } from '../generic/fields-of-body.ts';
import { insertRecord } from '../generic/generic-records.ts';
import { envelop } from '../users-api/envelope.ts';
import type { Handler } from './call.ts';

/** Keeps a webhook record (UAPI-7). Where events go does not change by it: the operator sets that (HOOK-6). */
export const createWebhook: Handler<'createWebhook'> = async (call) => {
  const { trx, tenant, now } = call;
  const body = fieldsOfBody(call.body);
  return envelop(call, await insertRecord(trx, { tenantId: tenant.id, kind: 'webhook', body, now }));
};

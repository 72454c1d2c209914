import { insertRecord } from '../../domain/generic/generic-records.ts';
import type { Handler } from './call.ts';
import { envelop } from './envelope.ts';
import { fieldsOfBody } from './fields-of-body.ts';

/** Keeps a webhook record (UAPI-7). Where events go does not change by it: the operator sets that (HOOK-6). */
export const createWebhook: Handler<'createWebhook'> = async (call) => {
  const { trx, tenant, now } = call;
  const body = fieldsOfBody(call.body);
  return envelop(call, await insertRecord(trx, { tenantId: tenant.id, kind: 'webhook', body, now }));
};

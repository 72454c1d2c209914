import { fieldsOfBody } from '../generic/fields-of-body.ts';
import { insertRecord } from '../generic/generic-records.ts';
import { envelop } from '../users-api/envelope.ts';
import type { Handler } from './call.ts';

/** Keeps a generic contract (UAPI-7). It is no escrow: our choice, its shape is not shown. */
export const createGenericContract: Handler<'createGenericContract'> = async (call) => {
  const { trx, tenant, now } = call;
  const body = fieldsOfBody(call.body);
  return envelop(call, await insertRecord(trx, { tenantId: tenant.id, kind: 'contract', body, now }));
};

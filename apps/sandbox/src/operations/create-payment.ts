import { fieldsOfBody } from '../generic/fields-of-body.ts';
import { insertRecord } from '../generic/generic-records.ts';
import { envelop } from '../users-api/envelope.ts';
import type { Handler } from './call.ts';

/** Keeps a generic payment (UAPI-7). No money moves: our choice, its shape is not shown. */
export const createPayment: Handler<'createPayment'> = async (call) => {
  const { trx, tenant, now } = call;
  const body = fieldsOfBody(call.body);
  return envelop(call, await insertRecord(trx, { tenantId: tenant.id, kind: 'payment', body, now }));
};

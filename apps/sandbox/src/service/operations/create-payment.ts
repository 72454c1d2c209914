import { insertRecord } from '../../domain/generic/generic-records.ts';
import type { Handler } from './call.ts';
import { envelop } from './envelope.ts';
import { fieldsOfBody } from './fields-of-body.ts';

/** Keeps a generic payment (UAPI-7). No money moves: our choice, its shape is not shown. */
export const createPayment: Handler<'createPayment'> = async (call) => {
  const { trx, tenant, now } = call;
  const body = fieldsOfBody(call.body);
  return envelop(call, await insertRecord(trx, { tenantId: tenant.id, kind: 'payment', body, now }));
};

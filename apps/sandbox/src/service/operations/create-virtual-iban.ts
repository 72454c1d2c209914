import { insertRecord } from '../../domain/generic/generic-records.ts';
import { createIban } from '../../domain/payments/create-iban.ts';
import type { Handler } from './call.ts';
import { envelop } from './envelope.ts';
import { fieldsOfBody } from './fields-of-body.ts';

/** Makes up an IBAN, well-formed and of no bank (UAPI-7). */
export const createVirtualIban: Handler<'createVirtualIban'> = async (call) => {
  const { trx, tenant, now } = call;
  const body = { ...fieldsOfBody(call.body), iban: createIban() };
  return envelop(call, await insertRecord(trx, { tenantId: tenant.id, kind: 'virtualIban', body, now }));
};

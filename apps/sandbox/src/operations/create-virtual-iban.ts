import { createIban } from '../generic/create-iban.ts';
import { fieldsOfBody } from '../generic/fields-of-body.ts';
import { insertRecord } from '../generic/generic-records.ts';
import { envelop } from '../users-api/envelope.ts';
import type { Handler } from './call.ts';

/** Makes up an IBAN, well-formed and of no bank (UAPI-7). */
export const createVirtualIban: Handler<'createVirtualIban'> = async (call) => {
  const { trx, tenant, now } = call;
  const body = { ...fieldsOfBody(call.body), iban: createIban() };
  return envelop(call, await insertRecord(trx, { tenantId: tenant.id, kind: 'virtualIban', body, now }));
};

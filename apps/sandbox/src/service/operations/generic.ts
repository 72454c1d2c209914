import type { OperationId } from '@escrow-kit/spec';
import {
  deleteRecord,
  type GenericRecord,
  getRecord,
  insertRecord,
  listGenericMilestones,
  listRecords,
  type RecordKind,
  upsertGenericMilestone,
} from '../../domain/generic/generic-records.ts';
import { createIban } from '../../domain/payments/bank-transfer.ts';
import type { Call, Handler } from './call.ts';
import { type Envelope, envelop } from './envelope.ts';
import { fieldsOfBody } from './fields-of-body.ts';

/** Stores a generic contract (UAPI-7). It is not an escrow: our choice, its shape is not shown. */
export const createGenericContract: Handler<'createGenericContract'> = (call) => createRecord(call, 'contract');

/** Returns a generic contract with its milestones (UAPI-7). */
export const getGenericContract: Handler<'getGenericContract'> = async (call) => {
  const { trx, tenant, path } = call;
  const contract = await getRecord(trx, { tenantId: tenant.id, kind: 'contract', id: path.id });
  const milestones = await listGenericMilestones(trx, { tenantId: tenant.id, contractId: path.id });
  return envelop(call, milestones.length > 0 ? { ...contract, milestones } : contract);
};

/** Writes a milestone of a generic contract, and creates it if it is new, because no other call does (UAPI-7, our choice). */
export const updateGenericMilestone: Handler<'updateGenericMilestone'> = async (call) => {
  const { trx, tenant, path, now } = call;
  const body = fieldsOfBody(call.body);
  const tenantId = tenant.id;
  await getRecord(trx, { tenantId, kind: 'contract', id: path.id });
  await upsertGenericMilestone(trx, { tenantId, contractId: path.id, milestoneId: path.milestoneId, body, now });
  return envelop(call, { ...body, id: path.milestoneId });
};

/** Stores a generic payment (UAPI-7). No money moves: our choice, its shape is not shown. */
export const createPayment: Handler<'createPayment'> = (call) => createRecord(call, 'payment');

/** Returns a generic payment (UAPI-7). */
export const getPayment: Handler<'getPayment'> = async (call) => {
  const { trx, tenant, path } = call;
  return envelop(call, await getRecord(trx, { tenantId: tenant.id, kind: 'payment', id: path.id }));
};

/** Makes up an IBAN, well-formed and of no bank (UAPI-7). */
export const createVirtualIban: Handler<'createVirtualIban'> = (call) =>
  createRecord(call, 'virtualIban', { iban: createIban() });

/** Stores a webhook record (UAPI-7). It does not change the address of events, which the operator sets (HOOK-6). */
export const createWebhook: Handler<'createWebhook'> = (call) => createRecord(call, 'webhook');

/** Lists the webhook records, the oldest first (UAPI-7). */
export const listWebhooks: Handler<'listWebhooks'> = async (call) => {
  const webhooks = await listRecords(call.trx, { tenantId: call.tenant.id, kind: 'webhook' });
  return envelop(call, { webhooks });
};

/** Removes a webhook record (UAPI-7). */
export const deleteWebhook: Handler<'deleteWebhook'> = async (call) => {
  const { trx, tenant, path } = call;
  await deleteRecord(trx, { tenantId: tenant.id, kind: 'webhook', id: path.id });
  return envelop(call, { id: path.id, deleted: true });
};

type RecordCall = Pick<Call<OperationId>, 'trx' | 'tenant' | 'now' | 'requestId'> & { body: unknown };

/** Stores what was sent under a new id, and returns it with the sandbox's fields. */
async function createRecord(call: RecordCall, kind: RecordKind, added: object = {}): Promise<Envelope<GenericRecord>> {
  const { trx, tenant, now } = call;
  const body = { ...fieldsOfBody(call.body), ...added };
  return envelop(call, await insertRecord(trx, { tenantId: tenant.id, kind, body, now }));
}

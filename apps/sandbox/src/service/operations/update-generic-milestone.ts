import { upsertGenericMilestone } from '../../domain/generic/generic-milestones.ts';
import { getRecord } from '../../domain/generic/generic-records.ts';
import type { Handler } from './call.ts';
import { envelop } from './envelope.ts';
import { fieldsOfBody } from './fields-of-body.ts';

/** Writes a milestone of a generic contract, creating it where it is new: no other call does (UAPI-7, our choice). */
export const updateGenericMilestone: Handler<'updateGenericMilestone'> = async (call) => {
  const { trx, tenant, path, now } = call;
  const body = fieldsOfBody(call.body);
  const tenantId = tenant.id;
  await getRecord(trx, { tenantId, kind: 'contract', id: path.id });
  await upsertGenericMilestone(trx, { tenantId, contractId: path.id, milestoneId: path.milestoneId, body, now });
  return envelop(call, { ...body, id: path.milestoneId });
};

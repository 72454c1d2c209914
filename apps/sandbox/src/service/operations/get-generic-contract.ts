import { listGenericMilestones } from '../../domain/generic/generic-milestones.ts';
import { getRecord } from '../../domain/generic/generic-records.ts';
import type { Handler } from './call.ts';
import { envelop } from './envelope.ts';

/** Shows a generic contract with its milestones (UAPI-7). */
export const getGenericContract: Handler<'getGenericContract'> = async (call) => {
  const { trx, tenant, path } = call;
  const contract = await getRecord(trx, { tenantId: tenant.id, kind: 'contract', id: path.id });
  const milestones = await listGenericMilestones(trx, { tenantId: tenant.id, contractId: path.id });
  return envelop(call, milestones.length > 0 ? { ...contract, milestones } : contract);
};

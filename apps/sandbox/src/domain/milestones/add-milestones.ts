import { inBatches } from '../../storage/sql.ts';
import type { NewRow } from '../../storage/tables.ts';
import { createRandomText } from '../create-id.ts';
import { toHalalas } from '../halalas.ts';
import { Refusal } from '../refusal.ts';
import { createServiceId } from '../service-id.ts';
import type { TenantCall } from '../tenants/tenant-call.ts';
import { getContract } from './get-contract.ts';
import { readDeadline } from './milestone-details.ts';
import { serviceFeeOf } from './service-fee.ts';

/** A milestone as sent. Everything is stored; only the price means something to the sandbox. */
export interface MilestoneRequest {
  itemPrice: number;
}

/**
 * Adds milestones to a contract and returns them in order (MILESTONE-2). Throws if the organization does not have the contract
 * (ERR-1b), if there is no milestone (MILESTONE-1b), or if a price is invalid (MILESTONE-4a).
 */
export async function addMilestones(
  { trx, tenant, now, refuseOrNote }: TenantCall,
  { contractId, requests }: { contractId: string; requests: readonly MilestoneRequest[] },
): Promise<NewRow<'milestones'>[]> {
  await getContract(trx, { tenantId: tenant.id, contractId });
  if (requests.length === 0) {
    const message = 'milestones is empty: send the milestones to add.';
    refuseOrNote(new Refusal('rule_violation', { rule: 'MILESTONE-1b', field: 'milestones', message }));
  }
  const { feePercentage } = tenant.settings;
  const rows = requests.map((request, index) => ({
    tenantId: tenant.id,
    contractId,
    ...createMilestone(request, { field: `milestones[${index}]`, feePercentage, now }),
  }));
  for (const batch of inBatches(rows)) await trx.insertInto('milestones').values(batch).execute();
  return rows;
}

/** Length of a shortId. With 31 possible characters, two milestones never get the same one. */
const shortIdLength = 12;

/**
 * Creates a milestone: CREATED (STATE-1), and with the fee, a fraction of its price (MILESTONE-4). `field` is its place in the
 * request. Throws if the price is invalid (MILESTONE-4a).
 */
function createMilestone(
  request: MilestoneRequest,
  { field, feePercentage, now }: { field: string; feePercentage: number; now: number },
): Omit<NewRow<'milestones'>, 'tenantId' | 'contractId'> {
  const itemPrice = toHalalas(request.itemPrice, `${field}.itemPrice`);
  const detailsJson = JSON.stringify(request);
  return {
    id: createServiceId('milestone'),
    shortId: createRandomText(shortIdLength),
    itemPrice,
    fee: serviceFeeOf(itemPrice, feePercentage),
    feePercentage,
    detailsJson,
    deadLineAt: readDeadline(detailsJson),
    state: 'CREATED',
    createdAt: now,
    updatedAt: now,
  };
}

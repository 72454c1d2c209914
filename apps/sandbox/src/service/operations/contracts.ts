import { createId, createRandomText } from '../../domain/create-id.ts';
import { fractionOf, fromHalalas, toHalalas } from '../../domain/halalas.ts';
import { getContract } from '../../domain/milestones/get-contract.ts';
import { Refusal } from '../../domain/refusal.ts';
import { inBatches } from '../../storage/sql.ts';
import type { NewRow } from '../../storage/tables.ts';
import type { Call, Handler } from './call.ts';

/** Creates the parent, which holds no money and belongs to the client of the token (CONTRACT-1, CONTRACT-2, AUTH-5). */
export const createContract: Handler<'createContract'> = async ({ trx, tenant, body, now }) => {
  const id = createId('contract');
  await trx
    .insertInto('contracts')
    .values({
      tenantId: tenant.id,
      id,
      clientId: tenant.clientId,
      detailsJson: JSON.stringify(body),
      createdAt: now,
    })
    .execute();
  // Each has one value, even if it was left out and CONTRACT-1a is only noted.
  return { data: { id, type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', status: 'CREATED' } };
};

/** Length of a shortId. With 31 possible characters, two milestones never get the same one. */
const shortIdLength = 12;

/**
 * Adds milestones to a parent, each CREATED and with its fee (MILESTONE-1, MILESTONE-2, STATE-1). Answers with the milestones
 * of this call, in its order. Refuses a call without milestones. Both are our choices: not shown.
 */
export const addMilestones: Handler<'addMilestones'> = async (call) => {
  const { trx, tenant, path, body, refuseOrNote } = call;
  await getContract(trx, { tenantId: tenant.id, contractId: path.contractId });
  if (body.milestones.length === 0) refuseOrNote(refusalOfNone());
  const rows = body.milestones.map((milestone, index) => toRow(call, { milestone, index }));
  for (const batch of inBatches(rows)) await trx.insertInto('milestones').values(batch).execute();
  return { data: { parentContractId: path.contractId, milestones: rows.map(toCreatedMilestone) } };
};

function refusalOfNone(): Refusal {
  const message = 'milestones is empty: send the milestones to add.';
  return new Refusal('rule_violation', { rule: 'MILESTONE-1b', field: 'milestones', message });
}

type Milestone = Call<'addMilestones'>['body']['milestones'][number];

function toRow(
  { tenant, path, now }: Call<'addMilestones'>,
  { milestone, index }: { milestone: Milestone; index: number },
): NewRow<'milestones'> {
  const field = `milestones[${index}].itemPrice`;
  const itemPrice = toHalalas(milestone.itemPrice, field);
  const { feePercentage } = tenant.settings;
  return {
    tenantId: tenant.id,
    id: createId('milestone'),
    contractId: path.contractId,
    shortId: createRandomText(shortIdLength),
    itemPrice,
    fee: fractionOf(itemPrice, feePercentage),
    feePercentage,
    detailsJson: JSON.stringify(milestone),
    state: 'CREATED',
    redirectUrl: null,
    createdAt: now,
    updatedAt: now,
  };
}

function toCreatedMilestone({ id, itemPrice, fee, feePercentage }: NewRow<'milestones'>) {
  return {
    id,
    itemPrice: fromHalalas(itemPrice),
    fee: fromHalalas(fee),
    feePercentage,
    status: 'CREATED' as const,
  };
}

import type { components } from '@escrow-kit/client/schema';
import { openApiDocument } from '@escrow-kit/spec';
import { fromHalalas } from '../../domain/halalas.ts';
import * as milestones from '../../domain/milestones/add-milestones.ts';
import { insertContract } from '../../domain/milestones/get-contract.ts';
import { statusOf } from '../../domain/milestones/status-of.ts';
import * as parties from '../../domain/parties/add-parties.ts';
import { requireObject, requireObjects } from '../../domain/require-shape.ts';
import type { NewRow } from '../../storage/tables.ts';
import type { Handler } from './call.ts';

/** Creates the parent, which holds no money and belongs to the client of the token (CONTRACT-1, CONTRACT-2, AUTH-5). */
export const createContract: Handler<'createContract'> = async ({ trx, tenant, body, now }) => {
  requireObject(body, { rule: 'CONTRACT-1c', field: 'body' });
  const id = await insertContract(trx, { tenant, details: body, now });
  // Each has one value, even if it was left out and CONTRACT-1a is only noted.
  return { data: { id, type: fixed('type'), senderRole: fixed('senderRole'), status: statusOf('CREATED') } };
};

/** The one value that the document allows for a field of a parent. */
const fixed = <Name extends 'type' | 'senderRole'>(name: Name) =>
  openApiDocument.components.schemas['ParentContractRequest']?.properties?.[name]
    ?.enum?.[0] as components['schemas']['CreatedContract'][Name];

/**
 * Adds milestones to a parent, each CREATED and with its fee (MILESTONE-1, MILESTONE-2, STATE-1). Answers with the milestones
 * of this call, in its order. Refuses a call without milestones. Both are our choices: not shown.
 */
export const addMilestones: Handler<'addMilestones'> = async (call) => {
  const { contractId } = call.path;
  requireObject(call.body, { rule: 'MILESTONE-1c', field: 'body' });
  requireObjects(call.body.milestones, { rule: 'MILESTONE-1c', field: 'milestones' });
  const added = await milestones.addMilestones(call, { contractId, requests: call.body.milestones });
  return { data: { parentContractId: contractId, milestones: added.map(toCreatedMilestone) } };
};

function toCreatedMilestone({ id, itemPrice, fee, feePercentage }: NewRow<'milestones'>) {
  return {
    id,
    itemPrice: fromHalalas(itemPrice),
    fee: fromHalalas(fee),
    feePercentage,
    status: statusOf('CREATED'),
  };
}

/** Adds the parties of milestones, all or none (PARTY-0 to PARTY-4). */
export const addParties: Handler<'addParties'> = async (call) => {
  const { path, body } = call;
  requireObject(body, { rule: 'PARTY-0c', field: 'body' });
  const requests = body.mileStonesParties;
  requireObject(requests, { rule: 'PARTY-0c', field: 'mileStonesParties' });
  return { data: { milestones: await parties.addParties(call, { contractId: path.contractId, requests }) } };
};

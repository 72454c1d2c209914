import { fromHalalas } from '../../domain/halalas.ts';
import { type ClaimedMilestone, claimMilestone } from '../../domain/milestones/claim-milestone.ts';
import { getContract } from '../../domain/milestones/get-contract.ts';
import { joinMilestone } from '../../domain/milestones/move-milestone.ts';
import { findPartyUsers } from '../../domain/parties/find-party-users.ts';
import { insertParties } from '../../domain/parties/insert-parties.ts';
import { checkTotals, type Party, toParties, totalOf } from '../../domain/parties/party.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Call, Handler } from './call.ts';

/**
 * Adds the parties of milestones, all or none (PARTY-0 to PARTY-4). They join at once, and the milestone waits for payment
 * (STATE-2); with invitations, buyers and sellers have to accept first (STATE-3). A call without a milestone is refused: our
 * choice, not shown.
 */
export const addParties: Handler<'addParties'> = async (call) => {
  const { trx, tenant, path, body } = call;
  const contract = await getContract(trx, { tenantId: tenant.id, contractId: path.contractId });
  // Every call uses the same order, so that two calls for the same milestones never deadlock.
  const lists = Object.entries(body.mileStonesParties).sort(([one], [other]) => (one < other ? -1 : 1));
  refuseEmpty(call, 'mileStonesParties', lists);
  const read = lists.map(([milestoneId, requests]) => {
    const field = `mileStonesParties.${milestoneId}`;
    refuseEmpty(call, field, requests);
    return { milestoneId, field, parties: toParties(requests, field) };
  });
  for (const { parties, field } of read) checkTotals(parties, field);
  const userIds = await findPartyUsers(call, { contract, parties: read.flatMap(({ parties }) => parties) });
  const milestones: { id: string; status: string }[] = [];
  for (const list of read.filter(({ parties }) => parties.length > 0)) {
    milestones.push(await addToMilestone(call, { ...list, userIds }));
  }
  return { data: { milestones } };
};

function refuseEmpty({ refuseOrNote }: Call<'addParties'>, field: string, list: readonly unknown[]): void {
  if (list.length > 0) return;
  const message = `${field} is empty: send the parties of each milestone, under its id.`;
  refuseOrNote(new Refusal('rule_violation', { rule: 'PARTY-0b', field, message }));
}

interface MilestoneParties {
  milestoneId: string;
  field: string;
  parties: Party[];
  userIds: ReadonlyMap<string, number>;
}

async function addToMilestone(
  call: Call<'addParties'>,
  { milestoneId, field, parties, userIds }: MilestoneParties,
): Promise<{ id: string; status: string }> {
  const { trx, tenant, path, now } = call;
  const tenantId = tenant.id;
  const milestone = await claimMilestone(trx, { tenantId, contractId: path.contractId, milestoneId, field, now });
  noteOtherPrice(call, { milestone, parties });
  const isInvited = ({ role }: Party) => tenant.settings.invitations && role !== 'BROKER';
  await insertParties(trx, { tenantId, milestoneId, parties, userIds, isInvited, now });
  if (parties.some(isInvited)) return { id: milestoneId, status: 'CREATED' };
  await joinMilestone(trx, { tenantId, milestoneId, now });
  return { id: milestoneId, status: 'WAITING_FOR_PAYMENT' };
}

/** The service does not say that the parties' amounts equal the price. Balances follow itemPrice (MILESTONE-4). */
function noteOtherPrice(
  { note }: Call<'addParties'>,
  { milestone, parties }: { milestone: ClaimedMilestone; parties: Party[] },
): void {
  const total = totalOf(parties, 'paying');
  const { id, itemPriceInHalalas } = milestone;
  if (total === itemPriceInHalalas) return;
  const amounts = `${fromHalalas(total)}, its itemPrice is ${fromHalalas(itemPriceInHalalas)}`;
  note(`MILESTONE-4 the CUSTOMER amounts of ${id} add up to ${amounts}: the escrow holds itemPrice.`);
}

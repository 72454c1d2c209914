import { inBatches } from '../../storage/sql.ts';
import type { Row } from '../../storage/tables.ts';
import { fromHalalas } from '../halalas.ts';
import { getContract } from '../milestones/get-contract.ts';
import { joinMilestone } from '../milestones/move-milestone.ts';
import { claimMilestone } from '../milestones/require-milestone.ts';
import { statusOf } from '../milestones/status-of.ts';
import { Refusal } from '../refusal.ts';
import { requireObjects } from '../require-shape.ts';
import type { TenantCall } from '../tenants/tenant-call.ts';
import { findPartyUsers } from './find-party-users.ts';
import { checkTotals, type Party, type PartyRequest, toParties, totalOf } from './party.ts';

/** A milestone that has its parties. */
export interface JoinedMilestone {
  id: string;
  status: string;
}

/**
 * Adds the parties of milestones, all or none (PARTY-0 to PARTY-4). They join at once, and the milestone waits for payment
 * (STATE-2); with invitations, buyers and sellers have to accept first (STATE-3). `requests` has the parties by milestone id.
 */
export async function addParties(
  call: TenantCall,
  { contractId, requests }: { contractId: string; requests: Record<string, readonly PartyRequest[]> },
): Promise<JoinedMilestone[]> {
  const contract = await getContract(call.trx, { tenantId: call.tenant.id, contractId });
  const lists = readLists(call, requests);
  const userIds = await findPartyUsers(call, { contract, parties: lists.flatMap(({ parties }) => parties) });
  const milestones: JoinedMilestone[] = [];
  for (const list of lists.filter(({ parties }) => parties.length > 0)) {
    milestones.push(await addToMilestone(call, { ...list, contractId, userIds }));
  }
  return milestones;
}

interface PartyList {
  milestoneId: string;
  field: string;
  parties: Party[];
}

interface FoundParties extends PartyList {
  contractId: string;
  userIds: ReadonlyMap<string, number>;
}

function readLists(call: TenantCall, requests: Record<string, readonly PartyRequest[]>): PartyList[] {
  const entries = Object.entries(requests);
  refuseEmpty(call, 'mileStonesParties', entries);
  const lists = entries.map(([milestoneId, list]) => {
    const field = `mileStonesParties.${milestoneId}`;
    requireObjects(list, { rule: 'PARTY-0c', field });
    refuseEmpty(call, field, list);
    return { milestoneId, field, parties: toParties(list, field) };
  });
  for (const { parties, field } of lists) checkTotals(parties, field);
  return lists;
}

/** Refuses a call without a milestone, or a milestone without a party (PARTY-0b): our choice, not shown. */
function refuseEmpty({ refuseOrNote }: TenantCall, field: string, list: readonly unknown[]): void {
  if (list.length > 0) return;
  const message = `${field} is empty: send the parties of each milestone, under its id.`;
  refuseOrNote(new Refusal('rule_violation', { rule: 'PARTY-0b', field, message }));
}

async function addToMilestone(
  call: TenantCall,
  { milestoneId, contractId, field, parties, userIds }: FoundParties,
): Promise<JoinedMilestone> {
  const { trx, tenant, now } = call;
  const tenantId = tenant.id;
  const milestone = await claimMilestone(trx, { tenantId, contractId, milestoneId, field });
  noteOtherPrice(call, { milestone, parties });
  const isInvited = ({ role }: Party) => tenant.settings.invitations && role !== 'BROKER';
  const rows = parties.map((party, position) => ({
    tenantId,
    milestoneId,
    position,
    phone: party.phone,
    userId: party.role === 'BROKER' ? null : (userIds.get(party.phone) ?? null),
    role: party.role,
    amount: party.amountInHalalas,
    // Who is invited has not joined yet (STATE-3).
    joinedAt: isInvited(party) ? null : now,
  }));
  for (const batch of inBatches(rows)) await trx.insertInto('parties').values(batch).execute();
  if (parties.some(isInvited)) return { id: milestoneId, status: statusOf('CREATED') };
  await joinMilestone(trx, { tenantId, milestoneId, now });
  return { id: milestoneId, status: statusOf('WAITING_FOR_PAYMENT') };
}

/** The service does not say that the parties' amounts equal the price. Balances follow itemPrice (MILESTONE-4). */
function noteOtherPrice(
  { note }: TenantCall,
  { milestone: { id, itemPrice }, parties }: { milestone: Row<'milestones'>; parties: Party[] },
): void {
  const total = totalOf(parties, 'paying');
  if (total === itemPrice) return;
  const amounts = `${fromHalalas(total)}, its itemPrice is ${fromHalalas(itemPrice)}`;
  note(`MILESTONE-4 the CUSTOMER amounts of ${id} add up to ${amounts}: the escrow holds itemPrice.`);
}

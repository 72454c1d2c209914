import { partyRoles } from '@escrow-kit/spec';
import type { Store } from '../store/store.ts';
import type { PartyRole, Row } from '../store/tables.ts';
import { type Contract, getContract } from './contracts.ts';
import { fromHalalas, largestInHalalas, toHalalas } from './halalas.ts';
import {
  illegalMove,
  joinMilestone,
  type MilestoneChange,
  type MilestoneKey,
  requireMilestone,
  requireMilestoneForParties,
  statusOf,
} from './milestones.ts';
import { mostViolations, Refusal } from './refusal.ts';
import { requireObjects, requireTexts } from './require-shape.ts';
import type { TenantCall } from './tenants.ts';
import { findUser, findUserByPhone, hintOfPhone, linkCustomer } from './users.ts';

/** A participant as on the wire. */
export interface PartyRequest {
  phoneNumber: string;
  /** As the service spells it. */
  role: string;
  amount: number;
}

/** A participant of one milestone, read from the wire. */
interface Party {
  phone: string;
  role: PartyRole;
  amountInHalalas: number;
  /** Its place in the request, such as `mileStonesParties.milestone_1[0]`. */
  field: string;
  /** The same in words, without the id: the client shows a message that repeats nothing of what was sent. */
  place: string;
}

/** A milestone that has its parties. */
export interface JoinedMilestone {
  id: string;
  status: string;
}

/**
 * Adds the parties of milestones, all or none (PARTY-0 to PARTY-4). They join at once, and the milestone waits for payment
 * (STATE-2); with invitations, buyers and sellers have to accept first (STATE-3). `requests` has the parties by milestone id.
 */
export function addParties(
  call: TenantCall,
  { contractId, requests }: { contractId: string; requests: Record<string, readonly PartyRequest[]> },
): JoinedMilestone[] {
  const contract = getContract(call.store, { tenantId: call.tenant.id, contractId });
  const lists = readLists(call, requests);
  const userIds = findPartyUsers(call, { contract, parties: lists.flatMap(({ parties }) => parties) });
  return lists
    .filter(({ parties }) => parties.length > 0)
    .map((list) => addToMilestone(call, { ...list, contractId, userIds }));
}

/** The parties of one milestone, and their place in the request, as of a party. */
interface PartyList extends Pick<Party, 'field' | 'place'> {
  milestoneId: string;
  parties: Party[];
}

function readLists(call: TenantCall, requests: Record<string, readonly PartyRequest[]>): PartyList[] {
  const entries = Object.entries(requests);
  refuseEmpty(call, 'mileStonesParties', entries);
  const lists = entries.map(([milestoneId, list], position) => {
    const field = `mileStonesParties.${milestoneId}`;
    const place = entries.length === 1 ? 'the milestone' : `milestone ${position + 1}`;
    requireObjects(list, { rule: 'PARTY-0c', field });
    refuseEmpty(call, field, list);
    const parties = list.map((request, index) =>
      toParty(request, { field: `${field}[${index}]`, place: `entry ${index + 1} of ${place}` }),
    );
    return { milestoneId, field, place, parties };
  });
  for (const list of lists) checkTotals(list);
  return lists;
}

/** Refuses a call without a milestone, or a milestone without a party (PARTY-0b): our choice, not shown. */
function refuseEmpty({ refuseOrNote }: TenantCall, field: string, list: readonly unknown[]): void {
  if (list.length > 0) return;
  const message = 'The list is empty. Send the parties of each milestone under its ID.';
  refuseOrNote(new Refusal('rule_violation', { rule: 'PARTY-0b', field, message }));
}

/** Throws if the amount is invalid (MILESTONE-4a), or there is no phone or no role (PARTY-0c). */
function toParty({ phoneNumber, role, amount }: PartyRequest, { field, place }: Pick<Party, 'field' | 'place'>): Party {
  requireTexts({ [`${field}.phoneNumber`]: phoneNumber }, 'PARTY-0c');
  return {
    phone: phoneNumber,
    role: toRole(role, `${field}.role`),
    amountInHalalas: toHalalas(amount, `${field}.amount`),
    field,
    place,
  };
}

/** The role by the sandbox's own name, however the document spells it. */
function toRole(spelling: string, field: string): PartyRole {
  const [role] = Object.entries(partyRoles).find(([, name]) => name === spelling) ?? [];
  if (role !== undefined) return role as PartyRole;
  const message = `The role is not one of ${Object.values(partyRoles).join(', ')}.`;
  throw new Refusal('rule_violation', { rule: 'PARTY-0c', field, message });
}

/** Throws if the CUSTOMER amounts of a milestone do not add up to exactly the BROKER and PROVIDER amounts (PARTY-4a). */
function checkTotals({ parties, field, place }: PartyList): void {
  const customers = totalOf(parties.filter(isCustomer));
  const others = totalOf(parties.filter((party) => !isCustomer(party)));
  // Also keeps the sums in the range where they are exact.
  if (customers > largestInHalalas || others > largestInHalalas) {
    const message = `The amounts of ${place} add up to more than ${fromHalalas(largestInHalalas)}.`;
    throw new Refusal('rule_violation', { rule: 'MILESTONE-4a', field, message });
  }
  if (customers === others) return;
  const sums = `${fromHalalas(customers)}, and the BROKER and PROVIDER amounts to ${fromHalalas(others)}`;
  const message = `The CUSTOMER amounts of ${place} add up to ${sums}. Make them equal.`;
  throw new Refusal('rule_violation', { rule: 'PARTY-4a', field, message });
}

const isCustomer = ({ role }: { role: PartyRole }): boolean => role === 'CUSTOMER';
const isBroker = ({ role }: { role: PartyRole }): boolean => role === 'BROKER';

function totalOf(parties: readonly Party[]): number {
  return parties.reduce((total, { amountInHalalas }) => total + amountInHalalas, 0);
}

/**
 * Finds the ids of the parties' users, by phone. Throws if the organization has not registered a CUSTOMER or PROVIDER
 * (USER-5a), or registers them if that is only noted. A BROKER is the organization's administrator, known since onboarding, and
 * needs no registration (USER-5c). Notes both, and users who were registered after the contract was created (USER-5).
 */
function findPartyUsers(
  call: TenantCall,
  { contract, parties }: { contract: Contract; parties: readonly Party[] },
): Map<string, number> {
  const { store, tenant, now } = call;
  const tenantId = tenant.id;
  const ids = new Map<string, number>();
  const [brokers, late, strangers]: [Party[], Party[], Party[]] = [[], [], []];
  for (const party of parties) {
    const user = findUserByPhone(store, { tenantId, phone: party.phone });
    if (user) ids.set(party.phone, user.id);
    if (user && user.createdAt > contract.createdAt) late.push(party);
    if (!user && isBroker(party)) brokers.push(party);
    if (!user && !isBroker(party)) strangers.push(party);
  }
  noteParties(call, brokers, {
    rule: 'USER-5c',
    what: 'is not a registered user and is treated as the administrator',
  });
  noteParties(call, late, { rule: 'USER-5', what: 'was registered after the contract was created' });
  refuseStrangers(call, strangers);
  for (const { phone } of strangers) ids.set(phone, linkCustomer(store, { tenantId, customer: { phone }, now }).id);
  return ids;
}

/** One note, however many there are. */
function noteParties(
  { note }: TenantCall,
  [first, ...others]: Party[],
  { rule, what }: { rule: string; what: string },
): void {
  if (!first) return;
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  note(`${rule} the ${first.role} of ${first.field} ${what}${more}.`);
}

function refuseStrangers({ refuseOrNote }: TenantCall, strangers: readonly Party[]): void {
  // A longer list may have been cut, so it would be refused even where the rule is only noted.
  const violations = strangers.slice(0, mostViolations - 1).map(({ field, place, role, phone }) => {
    const remedy = `Register the ${role} first.${hintOfPhone(phone)}`;
    const message = `The ${role} in ${place} is not registered with this organization. ${remedy}`;
    return { rule: 'USER-5a', field: `${field}.phoneNumber`, message };
  });
  const [first] = violations;
  if (first) refuseOrNote(new Refusal('rule_violation', { ...first, violations }));
}

function addToMilestone(
  call: TenantCall,
  {
    milestoneId,
    contractId,
    field,
    place,
    parties,
    userIds,
  }: PartyList & { contractId: string; userIds: ReadonlyMap<string, number> },
): JoinedMilestone {
  const { store, tenant, now } = call;
  const key = { tenantId: tenant.id, milestoneId };
  const milestone = requireMilestoneForParties(store, { ...key, contractId, field, place });
  noteOtherPrice(call, milestone, totalOf(parties.filter(isCustomer)));
  const isInvited = (party: Party) => tenant.settings.invitations && !isBroker(party);
  for (const [position, party] of parties.entries()) {
    store.insert('parties', {
      ...key,
      position,
      phone: party.phone,
      userId: isBroker(party) ? null : userIds.get(party.phone),
      role: party.role,
      amount: party.amountInHalalas,
      // Who is invited has not joined yet (STATE-3).
      joinedAt: isInvited(party) ? null : now,
    });
  }
  if (parties.some(isInvited)) return { id: milestoneId, status: statusOf('CREATED') };
  joinMilestone(store, { ...key, now });
  return { id: milestoneId, status: statusOf('WAITING_FOR_PAYMENT') };
}

/** The service does not say that the parties' amounts equal the price. Balances follow itemPrice (MILESTONE-4). */
function noteOtherPrice({ note }: TenantCall, { id, itemPrice }: Row<'milestones'>, total: number): void {
  if (total === itemPrice) return;
  const amounts = `${fromHalalas(total)}, not to its itemPrice of ${fromHalalas(itemPrice)}`;
  note(`MILESTONE-4 the CUSTOMER amounts of ${id} add up to ${amounts}. The escrow holds itemPrice.`);
}

/**
 * Lets one party accept its invitation, or all parties if no phone number is given. When the last one has accepted, the
 * milestone goes to WAITING_FOR_PAYMENT (STATE-2, STATE-3). Accepting again changes nothing. Call it in a transaction.
 *
 * Throws if the milestone has no parties or is no longer CREATED, or if the phone number is not one of its parties.
 */
export function acceptInvitations(
  store: Store,
  { tenant, milestoneId, now, phoneNumber }: MilestoneChange & { phoneNumber?: string | undefined },
): void {
  const key = { tenantId: tenant.id, milestoneId };
  const { state } = requireMilestone(store, key);
  if (state !== 'CREATED') throw illegalMove('join', state);
  const parties = listParties(store, key);
  const accepting = parties.filter(({ phone }) => phoneNumber === undefined || phone === phoneNumber);
  if (accepting.length === 0) throw noSuchParty(parties.length);
  for (const { position } of accepting) {
    store.update('parties', { ...key, position, joinedAt: null }, { joinedAt: now });
  }
  const isComplete = parties.every((party) => party.joinedAt !== null || accepting.includes(party));
  if (isComplete) joinMilestone(store, { ...key, now });
}

function noSuchParty(partyCount: number): Refusal {
  return partyCount === 0
    ? new Refusal('conflict', { rule: 'STATE-2b', message: 'The milestone has no parties yet. Add them first.' })
    : new Refusal('not_found', {
        rule: 'ERR-1b',
        field: 'phoneNumber',
        message: 'No party of this milestone has that phone number.',
      });
}

/** The parties of a milestone in the order in which they were added. */
export function listParties(store: Store, { tenantId, milestoneId }: MilestoneKey): Row<'parties'>[] {
  return store.list('parties', { tenantId, milestoneId }, 'position');
}

/** Names a buyer by phone or by user id. Default: the first CUSTOMER. */
export interface BuyerName {
  buyerPhone?: string | undefined;
  buyerId?: number | undefined;
}

/** Finds the user who pays a milestone. Throws if the user is not one of its CUSTOMERs (AUTH-7). */
export function findBuyer(
  store: Store,
  { tenantId, milestoneId, buyerPhone, buyerId }: MilestoneKey & BuyerName,
): Row<'users'> {
  const party = listParties(store, { tenantId, milestoneId }).find(
    ({ role, phone, userId }) =>
      role === 'CUSTOMER' &&
      (buyerPhone === undefined || phone === buyerPhone) &&
      (buyerId === undefined || userId === buyerId),
  );
  const user = party?.userId == null ? undefined : findUser(store, { tenantId, userId: party.userId });
  if (user) return user;
  const message = 'This user is not a CUSTOMER of the milestone. Only its buyer can open its checkout and pay.';
  // The checkout names no user, because the ticket or the session identifies its user.
  const field = buyerPhone === undefined ? undefined : 'buyerPhone';
  throw new Refusal('conflict', { rule: 'AUTH-7a', field, message });
}

import {
  adaptValue,
  kitMilestoneStates,
  listWebhookRequests,
  milestoneStates,
  openApiDocument,
  resolveReference,
  type Schema,
} from '@escrow-kit/spec';
import type { Store } from '../store/store.ts';
import type { MilestoneState, NewRow, Row } from '../store/tables.ts';
import { getContract, readDeadline, readDetails } from './contracts.ts';
import { createId, createRandomText } from './create-id.ts';
import { toHalalas } from './halalas.ts';
import { Refusal } from './refusal.ts';
import { createServiceId } from './service-id.ts';
import type { Tenant, TenantCall } from './tenants.ts';

/** A milestone of a tenant. */
export interface MilestoneKey {
  tenantId: string;
  milestoneId: string;
}

/** A change of one milestone, at a time on the tenant's clock in milliseconds since 1970. */
export interface MilestoneChange {
  tenant: Tenant;
  milestoneId: string;
  now: number;
}

/** The name of a move. */
export type Move = 'join' | 'pay' | 'release' | 'complete';

/** The states before and after a move, and the status of the event that it causes (HOOK-5). */
interface Transition {
  from: MilestoneState;
  to: MilestoneState;
  event: MilestoneState | undefined;
}

/**
 * Every move of a milestone (STATE-1 to STATE-4). A parent stays CREATED. SUBMITTED is not a state here, because only the
 * organization portal leads to it (STATE-5).
 */
const moves = {
  /** All parties have joined. */
  join: { from: 'CREATED', to: 'WAITING_FOR_PAYMENT', event: undefined },
  pay: { from: 'WAITING_FOR_PAYMENT', to: 'PAID', event: 'PAID' },
  release: { from: 'PAID', to: 'CASHOUT_IN_PROGRESS', event: 'CASHOUT_IN_PROGRESS' },
  complete: { from: 'CASHOUT_IN_PROGRESS', to: 'COMPLETED', event: 'COMPLETED' },
} as const satisfies Record<Move, Transition>;

/** The moves that a state allows. */
export function allowedMoves(state: MilestoneState): Move[] {
  return (Object.keys(moves) as Move[]).filter((move) => moves[move].from === state);
}

/** Lets a milestone wait for payment, because all parties have joined (STATE-2). Call it in the transaction of the last one. */
export function joinMilestone(store: Store, milestone: MilestoneKey & { now: number }): void {
  changeState(store, { ...milestone, move: 'join' });
}

/** A move that was made. */
export interface MoveResult {
  /** When it was made, on the tenant's clock. */
  movedAt: number;
  /** Its event. What the move posts to the ledger names it. */
  eventId: string;
}

/**
 * Moves a milestone and writes the event of the move, in the caller's transaction. Throws if its state does not allow the move
 * (STATE-4a).
 *
 * The time of the move is `now`, but never before the previous move, so that times are in the order of moves even if the system's
 * clock was put back. On a frozen clock several moves have the same time.
 */
export function moveMilestone(
  store: Store,
  { move, ...milestone }: MilestoneKey & { move: Exclude<Move, 'join'>; now: number },
): MoveResult {
  const movedAt = changeState(store, { ...milestone, move });
  return { movedAt, eventId: insertEvent(store, { ...milestone, status: moves[move].event, createdAt: movedAt }) };
}

/** Returns the time of the change. */
function changeState(store: Store, { move, now, ...key }: MilestoneKey & { move: Move; now: number }): number {
  const { from, to } = moves[move];
  const { state, updatedAt } = requireMilestone(store, key);
  if (state !== from) throw illegalMove(move, state);
  const movedAt = Math.max(updatedAt, now);
  store.update('milestones', { tenantId: key.tenantId, id: key.milestoneId }, { state: to, updatedAt: movedAt });
  return movedAt;
}

/** The refusal of a move that the state does not allow. It says so if the milestone still waits for its parties. */
export function illegalMove(move: Move, state: MilestoneState): Refusal {
  const message = `The milestone is ${state}; ${move} needs ${moves[move].from}.`;
  if (move === 'pay' && state === 'CREATED') {
    const remedy = 'Add its parties and, if invitations are on, let them accept first.';
    return new Refusal('conflict', { rule: 'STATE-3a', message: `${message} ${remedy}` });
  }
  return new Refusal('conflict', { rule: 'STATE-4a', message });
}

/** A milestone as sent. Everything is stored; only the price means something to the sandbox. */
export interface MilestoneRequest {
  itemPrice: number;
}

/**
 * Adds milestones to a contract and returns them in order (MILESTONE-2): each CREATED (STATE-1), and with its fee (MILESTONE-4).
 * Throws if the organization does not have the contract (ERR-1b), if there is no milestone (MILESTONE-1b), or if a price is invalid
 * (MILESTONE-4a).
 */
export function addMilestones(
  { store, tenant, now, refuseOrNote }: TenantCall,
  { contractId, requests }: { contractId: string; requests: readonly MilestoneRequest[] },
): NewRow<'milestones'>[] {
  getContract(store, { tenantId: tenant.id, contractId });
  if (requests.length === 0) {
    const message = 'milestones is empty. Send the milestones to add.';
    refuseOrNote(new Refusal('rule_violation', { rule: 'MILESTONE-1b', field: 'milestones', message }));
  }
  const { feePercentage } = tenant.settings;
  const rows = requests.map((request, index) => {
    const itemPrice = toHalalas(request.itemPrice, `milestones[${index}].itemPrice`);
    const detailsJson = JSON.stringify(request);
    return {
      tenantId: tenant.id,
      id: createServiceId('milestone'),
      contractId,
      shortId: createRandomText(shortIdLength),
      itemPrice,
      fee: serviceFeeOf(itemPrice, feePercentage),
      feePercentage,
      detailsJson,
      state: 'CREATED' as const,
      deadLineAt: readDeadline(readDetails(detailsJson)),
      createdAt: now,
      updatedAt: now,
    };
  });
  for (const row of rows) store.insert('milestones', row);
  return rows;
}

/** Length of a shortId. With 31 possible characters, two milestones never get the same one. */
const shortIdLength = 12;

/** The decimal digits that a number holds exactly. An amount in halalas has at most 14. */
const exactDigits = 15;

/** The fee of a milestone (MILESTONE-4): a fraction of its price, such as 0.04, rounded half up to whole halalas (our choice: not shown). */
function serviceFeeOf(priceInHalalas: number, feePercentage: number): number {
  // In binary, 50 * 0.29 is 14.499999999999998, so the decimal number that it stands for is rounded.
  return Math.round(Number((priceInHalalas * feePercentage).toPrecision(exactDigits)));
}

/** Finds a milestone of the tenant. */
export function findMilestone(store: Store, { tenantId, milestoneId }: MilestoneKey): Row<'milestones'> | undefined {
  return store.find('milestones', { tenantId, id: milestoneId });
}

/** Finds a milestone by its payment reference (PAY-3). */
export function findMilestoneOfShortId(
  store: Store,
  key: { tenantId: string; shortId: string },
): Row<'milestones'> | undefined {
  return store.find('milestones', key);
}

/** Reads a milestone. Throws if the tenant does not have it (MILESTONE-2). */
export function requireMilestone(store: Store, key: MilestoneKey): Row<'milestones'> {
  const row = findMilestone(store, key);
  if (row) return row;
  throw new Refusal('not_found', {
    rule: 'MILESTONE-2',
    field: 'milestoneId',
    message: 'This organization has no such milestone. Send the ID that addMilestones returned.',
  });
}

/**
 * Finds a milestone to add its parties. Throws if it does not belong to the contract (ERR-1b), or if it has parties or is no longer
 * CREATED, because parties are set once (STATE-2a). A refusal has `field`, its place in the request, and names it by `place`.
 */
export function requireMilestoneForParties(
  store: Store,
  { contractId, field, place, ...key }: MilestoneKey & { contractId: string; field: string; place: string },
): Row<'milestones'> {
  const milestone = findMilestone(store, key);
  if (milestone?.contractId !== contractId) {
    const message = `The contract in the path does not have ${place}.`;
    throw new Refusal('not_found', { rule: 'ERR-1b', field, message });
  }
  if (milestone.state !== 'CREATED') {
    const message = `Parties can only be added while the milestone is CREATED: ${place} is ${milestone.state}.`;
    throw new Refusal('conflict', { rule: 'STATE-2a', field, message });
  }
  if (!store.find('parties', { ...key, position: 0 })) return milestone;
  const message = `The parties of ${place} are already invited. Wait until they accept.`;
  throw new Refusal('conflict', { rule: 'STATE-2a', field, message });
}

/** How the document spells a state in answers and events (`x-milestone-states`). Inside, the sandbox has its own names. */
export const statusOf = <State extends MilestoneState>(state: State): State =>
  milestoneStates[kitMilestoneStates.indexOf(state)] as State;

/**
 * Writes an event and its delivery, due at `now`, in the transaction of the change that causes it (HOOK-1, HOOK-5). Returns its
 * id. The delivery stays pending until it is delivered or its last attempt fails (HOOK-4); redelivering makes it pending again.
 */
export function insertEvent(
  store: Store,
  {
    tenantId,
    milestoneId,
    status,
    now,
    createdAt = now,
  }: MilestoneKey & { status: MilestoneState; now: number; createdAt?: number },
): string {
  const id = createId('event');
  const referenceId = createServiceId('reference');
  const body = JSON.stringify(eventBody({ contractId: milestoneId, status: statusOf(status), referenceId }));
  const common = { tenantId, milestoneId, createdAt };
  store.insert('events', { ...common, id, status, referenceId, body });
  const delivery = { id: createId('delivery'), eventId: id, state: 'pending', attempts: 0, dueAt: now } as const;
  store.insert('deliveries', { ...common, ...delivery });
  return id;
}

const resolve = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (resolveReference(schema.$ref) as Schema);

const eventSchemas = listWebhookRequests().flatMap(({ body }): Schema[] => {
  if (!body) return [];
  const schema = resolve(body.schema);
  return (schema.anyOf ?? [schema]).map(resolve);
});

/** The body of an event as the document has it, with the other fields that it requires or has an example for. */
function eventBody(fields: { contractId: string; status: string; referenceId: string }): unknown {
  const ofStatus = eventSchemas.find(({ properties }) => properties?.['status']?.enum?.includes(fields.status));
  const { properties = {}, required = [] } = ofStatus ?? eventSchemas.at(-1) ?? {};
  const withExample = Object.keys(properties).filter((name) => properties[name]?.['example'] !== undefined);
  const schema = { type: 'object', properties, required: [...required, ...withExample] };
  return adaptValue(fields, schema, { document: openApiDocument });
}

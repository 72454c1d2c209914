import { milestoneStates } from '@escrow-kit/spec';
import type { Sandbox } from '../../src/sandbox.ts';
import type { MilestoneState } from '../../src/store/tables.ts';
import {
  addAddress,
  addBank,
  addParties,
  broker,
  buyer,
  createMilestone,
  newPhone,
  seller,
  startPayment,
} from './escrow-steps.ts';
import { type Answer, callControl, send } from './service-api.ts';
import type { StartedService } from './started-sandbox.ts';

/** Every write that a sandbox has acknowledged. */
export interface Acknowledged {
  /** The id of each customer, by phone. */
  customers: Map<string, number>;
  /** The last state that each milestone is known to have had. */
  states: Map<string, MilestoneState>;
}

type Target = Pick<Sandbox, 'url' | 'credentials'>;

/** Runs contracts from sign-up to completion, one after another, until the sandbox is gone. Reports each completed one. */
export async function putLoad(target: Target, acknowledged: Acknowledged, onContract: () => void): Promise<void> {
  try {
    for (;;) {
      await leadOne(target, acknowledged);
      onContract();
    }
  } catch (error) {
    // The connection broke, because the sandbox was killed. Any other error is thrown.
    if (!(error instanceof TypeError && error.message.match(/fetch failed|terminated/))) throw error;
  }
}

async function leadOne(target: Target, { customers, states }: Acknowledged): Promise<void> {
  const sandbox = { ...target, control: { tenant: 'default' } } as Sandbox;
  const [buyerPhone, sellerPhone] = [newPhone(), newPhone()];
  const register = async (phoneNumber: string): Promise<number> => {
    const { serviceUserId } = demand(await send(sandbox, 'registerCustomer', { body: { phoneNumber } }));
    customers.set(phoneNumber, serviceUserId);
    return serviceUserId;
  };
  await register(buyerPhone);
  const sellerId = await register(sellerPhone);
  demand(await addBank(sandbox, sellerId));
  demand(await addAddress(sandbox, sellerId));
  const { contractId, milestoneId } = await createMilestone(sandbox);
  states.set(milestoneId, 'CREATED');
  const parties = [buyer(buyerPhone, 1000), seller(sellerPhone, 950), broker(50)];
  demand(await addParties(sandbox, { contractId, milestoneId }, parties));
  states.set(milestoneId, 'WAITING_FOR_PAYMENT');
  demand(await startPayment(sandbox, { milestoneId }));
  const consent = { method: 'PUT', body: { status: 'GRANTED' } };
  demand(await callControl(sandbox, `/consents/${encodeURIComponent(buyerPhone)}`, consent));
  for (const [move, state] of moves) {
    demand(await callControl(sandbox, `/milestones/${milestoneId}/${move}`, { method: 'POST' }));
    states.set(milestoneId, state);
  }
}

const moves = [
  ['pay', 'PAID'],
  ['release', 'CASHOUT_IN_PROGRESS'],
  ['complete', 'COMPLETED'],
] as const;

// biome-ignore lint/suspicious/noExplicitAny: the caller checks the bodies of answers
function demand({ status, text, body }: Answer): any {
  if (status !== 200) throw new Error(`A call was answered with ${status}: ${text}`);
  return body;
}

const order: readonly MilestoneState[] = milestoneStates;

/** How many moves, each with a posting and an event, lead to a state. */
const movesBehind = (state: MilestoneState): number => Math.max(order.indexOf(state) - 1, 0);

/** Acknowledged writes that the store has lost. */
export function findLostWrites({ service: { store } }: StartedService, { customers, states }: Acknowledged): string[] {
  const users = new Map(store.list('users', {}).map(({ phone, id }) => [phone, id]));
  const milestones = new Map(store.list('milestones', {}).map(({ id, state }) => [id, state]));
  const rank = (state: MilestoneState | undefined) => (state ? order.indexOf(state) : -1);
  return [
    ...[...customers].filter(([phone, id]) => users.get(phone) !== id).map(([phone]) => phone),
    ...[...states].filter(([id, state]) => rank(milestones.get(id)) < rank(state)).map(([id]) => id),
  ];
}

/** Postings that do not add up to zero, and escrows with a wrong balance. */
export function findUnbalanced({ service: { store } }: StartedService): string[] {
  const found = store.all<{ id: string }>(`
    select postingId as id from ledgerEntries group by postingId having sum(amount) <> 0
    union all
    select id from milestones where iif(state = 'PAID', itemPrice, 0) <> (
      select coalesce(sum(amount), 0) from ledgerEntries where milestoneId = milestones.id and account like 'escrow:%'
    )`);
  return found.map(({ id }) => id);
}

/** Events that the store has but the receiver does not, and milestones with too few or too many events. */
export function findUndelivered({ service: { store } }: StartedService, received: Set<string>): string[] {
  const events = store.list('events', {});
  const counts = Map.groupBy(events, ({ milestoneId }) => milestoneId);
  return [
    ...events.filter(({ referenceId }) => !received.has(referenceId)).map(({ id }) => id),
    ...store
      .list('milestones', {})
      .filter(({ id, state }) => (counts.get(id)?.length ?? 0) !== movesBehind(state))
      .map(({ id }) => id),
  ];
}

/** Milestones whose money moved more or less often than their state says. */
export function findRepeatedMoves({ service: { store } }: StartedService): string[] {
  const rows = store.all<{ id: string; state: MilestoneState; postings: number }>(`
    select id, state, (select count(distinct postingId) from ledgerEntries where milestoneId = milestones.id) as postings
    from milestones`);
  return rows.filter(({ state, postings }) => postings !== movesBehind(state)).map(({ id }) => id);
}

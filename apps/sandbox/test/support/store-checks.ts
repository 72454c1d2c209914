import { milestoneStates } from '@escrow-kit/spec';
import type { MilestoneState } from '../../src/storage/tables.ts';
import type { Acknowledged } from './load.ts';
import type { StartedService } from './started-service.ts';

const order: readonly MilestoneState[] = milestoneStates;

/** How many moves, each with a posting and an event, lead to a state. */
const movesBehind = (state: MilestoneState): number => Math.max(order.indexOf(state) - 1, 0);

/** Acknowledged writes that the store has lost. */
export async function findLostWrites(
  { service: { db } }: StartedService,
  { customers, states }: Acknowledged,
): Promise<string[]> {
  const users = new Map((await db.selectFrom('users').selectAll().execute()).map(({ phone, id }) => [phone, id]));
  const milestones = new Map(
    (await db.selectFrom('milestones').selectAll().execute()).map((row) => [row.id, row.state]),
  );
  const rank = (state: MilestoneState | undefined) => (state ? order.indexOf(state) : -1);
  return [
    ...[...customers].filter(([phone, id]) => users.get(phone) !== id).map(([phone]) => phone),
    ...[...states].filter(([id, state]) => rank(milestones.get(id)) < rank(state)).map(([id]) => id),
  ];
}

/** Postings that do not add up to zero, and escrows with a wrong balance. */
export async function findUnbalanced({ service: { db } }: StartedService): Promise<string[]> {
  const postings = await db
    .selectFrom('ledgerEntries')
    .groupBy('postingId')
    .having(({ fn }) => fn.sum('amount'), '!=', 0)
    .select('postingId as id')
    .execute();
  const escrows = await db
    .selectFrom('milestones')
    .leftJoin('ledgerEntries', (join) =>
      join.onRef('ledgerEntries.milestoneId', '=', 'milestones.id').on('ledgerEntries.account', 'like', 'escrow:%'),
    )
    .groupBy(['milestones.id', 'milestones.state', 'milestones.itemPrice'])
    .select(({ fn }) => ['milestones.id', 'state', 'itemPrice', fn.sum<number | null>('amount').as('held')])
    .execute();
  const isWrong = (row: (typeof escrows)[number]) => (row.held ?? 0) !== (row.state === 'PAID' ? row.itemPrice : 0);
  return [...postings, ...escrows.filter(isWrong)].map(({ id }) => id);
}

/** Events that the store has but the receiver does not, and milestones with too few or too many events. */
export async function findUndelivered({ service: { db } }: StartedService, received: Set<string>): Promise<string[]> {
  const events = await db.selectFrom('events').selectAll().execute();
  const milestones = await db.selectFrom('milestones').selectAll().execute();
  const counts = Map.groupBy(events, ({ milestoneId }) => milestoneId);
  return [
    ...events.filter(({ referenceId }) => !received.has(referenceId)).map(({ id }) => id),
    ...milestones.filter(({ id, state }) => (counts.get(id)?.length ?? 0) !== movesBehind(state)).map(({ id }) => id),
  ];
}

/** Milestones whose money moved more or less often than their state says. */
export async function findRepeatedMoves({ service: { db } }: StartedService): Promise<string[]> {
  const rows = await db
    .selectFrom('milestones')
    .leftJoin('ledgerEntries', 'ledgerEntries.milestoneId', 'milestones.id')
    .groupBy(['milestones.id', 'milestones.state'])
    .select(({ fn }) => ['milestones.id', 'state', fn.count<number>('postingId').distinct().as('postings')])
    .execute();
  return rows.filter(({ state, postings }) => postings !== movesBehind(state)).map(({ id }) => id);
}

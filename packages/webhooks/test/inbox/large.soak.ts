import { expect, onTestFinished, test } from 'vitest';
import type { Inbox } from '../../src/index.ts';
import { incoming } from './support/events.ts';
import { type DurableKind, durableKinds } from './support/inbox-kinds.ts';
import { untilCounts } from './support/until.ts';

const many = 300_000;
const rounds = 15;
/** Beyond the noise of a busy machine, and far below what reading many events takes. */
const mostTimesAsLong = 10;
const longestDelayInMs = 36_000_000;

const tables = {
  SQLite: {
    events: 'webhook_events',
    queue: 'webhook_queue (ordering_key, seq, due_at)',
    head: 'seq, retry_at',
  },
  PostgreSQL: {
    events: 'escrow_webhooks.events',
    queue: 'escrow_webhooks.queue (ordering_key, due_at)',
    head: 'retry_at',
  },
} as const;

/** A store with one event that is done and one that waits for another attempt, and how to open it. */
async function createStore(kind: DurableKind) {
  const { address, dispose } = await kind.findPlace();
  onTestFinished(dispose);
  const inbox = await kind.connect(address);
  onTestFinished(() => inbox.close());
  const processing = inbox.start(
    ({ milestoneId }) => {
      if (milestoneId === 'waits') throw new Error('no');
    },
    { retryAt: ({ now }) => new Date(now.getTime() + longestDelayInMs), longestDelayInMs, onError: () => {} },
  );
  for (const contractId of ['is done', 'waits']) await inbox.insert(await incoming({ contractId }));
  await untilCounts(inbox, { done: 1, pending: 1 });
  await processing.stop();
  return { address, inbox };
}

/** Copies the only event of a status many times, each to a milestone of its own. */
async function copyEvent(kind: DurableKind, address: string, status: 'done' | 'pending'): Promise<void> {
  const { events, queue, head } = tables[kind.name as keyof typeof tables];
  const columns = 'rank, raw_body, received_at, status, attempts, retry_at, handled_at';
  await kind.query(
    address,
    `insert into ${events} (key, ordering_key, ${columns})
      with recursive numbers (i) as (select 1 union all select i + 1 from numbers where i < ${many})
      select key || i, ordering_key || i, ${columns} from ${events}, numbers where status = '${status}'`,
  );
  if (status === 'done') return;
  await kind.query(
    address,
    `insert into ${queue} select ordering_key, ${head} from ${events}
      where status = 'pending' and length(ordering_key) > (select min(length(ordering_key)) from ${events} where status = 'pending')`,
  );
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const beganAt = performance.now();
  await work();
  return performance.now() - beganAt;
}

/** Stores an event and has it handled by a processing that starts for it. */
async function handleOne(inbox: Inbox): Promise<void> {
  await inbox.insert(await incoming({ contractId: crypto.randomUUID() }));
  const handled = Promise.withResolvers<void>();
  const processing = inbox.start(() => handled.resolve(), { longestDelayInMs });
  await handled.promise;
  await processing.stop();
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Times on the second store as multiples of those on the first. */
async function timesAsLong(small: Inbox, large: Inbox, work: (inbox: Inbox) => Promise<unknown>): Promise<number> {
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const inSmall = await timeOf(() => work(small));
    ratios.push((await timeOf(() => work(large))) / inSmall);
  }
  return median(ratios);
}

for (const status of ['done', 'pending'] as const) {
  test.each(durableKinds)(`a $name inbox with ${many} ${status} events is as fast as an empty one`, async (kind) => {
    const [small, large] = [await createStore(kind), await createStore(kind)];
    await copyEvent(kind, large.address, status);
    const works: Record<string, (inbox: Inbox) => Promise<unknown>> = {
      start: handleOne,
      find: (inbox) => inbox.find({ status, limit: 1 }),
      prune: (inbox) => inbox.prune({ olderThanInMs: longestDelayInMs }),
      // Open events are counted one by one.
      ...(status === 'done' && { counts: (inbox) => inbox.counts() }),
    };

    for (const [name, work] of Object.entries(works)) {
      expect(await timesAsLong(small.inbox, large.inbox, work), name).toBeLessThan(mostTimesAsLong);
    }
  });
}

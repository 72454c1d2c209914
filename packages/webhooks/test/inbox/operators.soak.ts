import { setTimeout as delay } from 'node:timers/promises';
import { findDebianProgram } from '@escrow-kit/suite/debian-program';
import { startPostgres } from '@escrow-kit/suite/start-postgres';
import { startTransactionPooler } from '@escrow-kit/suite/transaction-pooler';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { HandlerLoad } from './support/child.ts';
import type { Child } from './support/child-process.ts';
import { postgres } from './support/inbox-kinds.ts';
import { createKeyCount } from './support/key-count.ts';
import { type PgBouncerOptions, startPgBouncer } from './support/pgbouncer.ts';
import { retryDelaysInMs, sendInOrder } from './support/sender.ts';
import { createTraceStore, type TraceStore } from './support/trace-store.ts';

const series = { milestones: 50, eventsPerMilestone: 10 };
const events = series.milestones * series.eventsPerMilestone;
const senders = 8;
const outageInMs = 30_000;
/** Far longer than handling all events takes in any situation. */
const stuckAfterInMs = 120_000;

const pgbouncer = await findDebianProgram({ name: 'pgbouncer', debianPackage: 'pgbouncer' });
afterAll(() => pgbouncer?.remove());

/** Two processes on a database, each a receiver and a worker, while events are sent to both. */
interface Operation {
  /** The address of the database for the processes. Default: that of the store. */
  address?: string;
  load?: HandlerLoad;
  /** By what the delays of the sender's retries are divided. Together they must be longer than an outage. */
  timesFaster?: number;
  /** What happens meanwhile. */
  disturb?(children: readonly Child[], untilAccepted: (count: number) => Promise<void>): Promise<void>;
}

async function openStore(database?: string): Promise<TraceStore> {
  const store = await createTraceStore(postgres, database);
  onTestFinished(store.dispose);
  return store;
}

/** Sends all events, waits until they are handled, prints what became of them, and expects what an inbox promises. */
async function expectAllHandled(
  store: TraceStore,
  { address = store.address, ...operation }: Operation,
): Promise<void> {
  const { load = { concurrency: 5, handlersTakeInMs: 20 }, disturb = async () => {}, timesFaster = 20 } = operation;
  const children = [1, 2].map(() => store.start('receiver and worker', { address, load }));
  await Promise.all(children.map((child) => child.ready()));
  const [acknowledged, failed] = [createKeyCount(), createKeyCount()];
  let attempts = 0;
  const port = () => {
    attempts += 1;
    return children[attempts % children.length]?.port();
  };
  // On, where the service gives up: an event that is refused until then is not accepted, and this test counts accepted ones.
  const delaysInMs = [...retryDelaysInMs({ timesFaster }), ...Array.from({ length: 60 }, () => 1_000)];
  const sending = { port, delaysInMs, timeoutInMs: 5_000, connections: senders };

  const [sent] = await Promise.all([
    sendInOrder(series, { acknowledged, failed }, sending),
    disturb(children, (count) => acknowledged.more(Math.max(0, count - acknowledged.keys.size))),
  ]);
  const stuck = await countStuck(store);

  const outcome = { ...countHandled(sent, acknowledged.keys, await keysHandled(store)), stuck };
  const errors = children.flatMap((child) => child.errors().split('\n').filter(Boolean));
  const counts = Object.entries({ ...outcome, errors: errors.length }).map(([name, count]) => `${name} ${count}`);
  process.stdout.write(`${expect.getState().currentTestName}: ${counts.join(', ')}\n`);
  for (const [error, count] of countEach(errors)) process.stdout.write(`  ${count} x ${error}\n`);
  const none = { lost: 0, doubled: 0, 'out of order': 0, stuck: 0 };
  expect(outcome).toEqual({ accepted: events, 'handled once': events, ...none });
}

/** Waits until nothing is left to do. Resolves with the number of events that stay open or are dead. */
async function countStuck({ inbox }: TraceStore): Promise<number> {
  const count = async () => {
    const { pending, processing, dead, quarantined } = await inbox.counts();
    return pending + processing + dead + quarantined;
  };
  await expect
    .poll(count, { timeout: stuckAfterInMs })
    .toBe(0)
    .catch(() => {});
  return count();
}

const keysHandled = async (store: TraceStore): Promise<string[]> => (await store.traces()).map(({ key }) => key);

/** Compares the keys of each milestone, as they were sent, with all keys in the order in which they were handled. */
function countHandled(sent: readonly string[][], accepted: ReadonlySet<string>, handled: readonly string[]) {
  const counts = countEach(handled);
  const countsOfAccepted = [...accepted].map((key) => counts.get(key) ?? 0);
  const misplaced = sent.flatMap((keys) => {
    const places = keys.flatMap((key) => handled.indexOf(key)).filter((place) => place >= 0);
    return places.filter((place, index) => index > 0 && place < (places[index - 1] as number));
  });
  return {
    accepted: accepted.size,
    'handled once': countsOfAccepted.filter((count) => count === 1).length,
    lost: countsOfAccepted.filter((count) => count === 0).length,
    doubled: [...counts.values()].filter((count) => count > 1).length,
    'out of order': misplaced.length,
  };
}

function countEach(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

async function restart(child: Child | undefined): Promise<void> {
  await child?.kill();
  child?.restart();
  await child?.ready();
}

describe.skipIf(!pgbouncer)('pgbouncer', () => {
  const start = ({ address }: TraceStore, options: Omit<PgBouncerOptions, 'program'>) =>
    startPgBouncer(address, { ...options, program: pgbouncer ?? expect.unreachable() });

  test('transaction pooling, 5 connections', async () => {
    const store = await openStore();
    const { connectionString } = await start(store, { mode: 'transaction', poolSize: 5 });

    await expectAllHandled(store, { address: connectionString });
  });

  test('transaction pooling, 10 connections for 40 handlers', async () => {
    const store = await openStore();
    const { connectionString } = await start(store, { mode: 'transaction', poolSize: 10 });

    await expectAllHandled(store, { address: connectionString, load: { concurrency: 20, handlersTakeInMs: 50 } });
  });

  test('session pooling, killed three times', async () => {
    const store = await openStore();
    const { connectionString, killConnections } = await start(store, { mode: 'session', poolSize: 40 });

    await expectAllHandled(store, {
      address: connectionString,
      async disturb([first, second], untilAccepted) {
        for (const [index, child] of [first, second, first].entries()) {
          await untilAccepted(100 * (index + 1));
          await killConnections();
          await untilAccepted(100 * (index + 1) + 50);
          await restart(child);
        }
      },
    });
  });
});

test('transaction pooling that strips the names of statements, 5 connections', async () => {
  const store = await openStore();
  const pooler = await startTransactionPooler(store.address, { connections: 5, stripsStatementNames: true });

  await expectAllHandled(store, { address: pooler.connectionString });
});

test('server stopped for 30 s', async () => {
  const server = await startPostgres();
  onTestFinished(server.stop);
  const store = await openStore(await server.createDatabase());

  await expectAllHandled(store, {
    timesFaster: 3,
    async disturb(_children, untilAccepted) {
      await untilAccepted(100);
      await server.pause();
      await delay(outageInMs);
      await server.resume();
    },
  });
});

test.each<[setting: string, load?: HandlerLoad]>([
  ["default_transaction_isolation = 'serializable'"],
  ["statement_timeout = '1s'"],
  ["idle_in_transaction_session_timeout = '100ms'", { concurrency: 20, handlersTakeInMs: 300 }],
  ["datestyle = 'German, DMY'"],
])('%s', async (setting, load) => {
  const store = await openStore();
  await postgres.query(store.address, `alter database ${nameOf(store)} set ${setting}`);

  await expectAllHandled(store, { ...(load && { load }) });
});

test('a role with 10 connections for 40 handlers', async () => {
  const store = await openStore();
  const role = `limited_${nameOf(store)}`;
  await postgres.query(store.address, `create role ${role} login password 'limited' connection limit 10`);
  for (const schema of ['public', 'escrow_webhooks']) {
    await postgres.query(store.address, `grant usage on schema ${schema} to ${role}`);
    await postgres.query(store.address, `grant all on all tables in schema ${schema} to ${role}`);
    await postgres.query(store.address, `grant usage on all sequences in schema ${schema} to ${role}`);
  }
  const { href } = Object.assign(new URL(store.address), { username: role, password: 'limited' });

  await expectAllHandled(store, { address: href, load: { concurrency: 20, handlersTakeInMs: 50 } });
});

test('a rolling upgrade and back', async () => {
  const store = await openStore();
  /** What a later version of this package would do that only adds to the schema. */
  const upgrade = [
    'alter table escrow_webhooks.events add column note text',
    `insert into escrow_webhooks.migrations (version, minimum_version)
      select max(version) + 1, max(minimum_version) from escrow_webhooks.migrations`,
  ];

  await expectAllHandled(store, {
    async disturb(children, untilAccepted) {
      await untilAccepted(100);
      for (const statement of upgrade) await postgres.query(store.address, statement);
      for (const [index, child] of children.entries()) {
        await untilAccepted(200 + 150 * index);
        await restart(child);
      }
    },
  });
});

const nameOf = ({ address }: TraceStore): string => new URL(address).pathname.slice(1);

import { randomInt } from 'node:crypto';
import { setTimeout as later } from 'node:timers/promises';
import { inspect } from 'node:util';
import { isSoak, repeats } from '@escrow-kit/suite';
import { type PostgresServer, startPostgres } from '@escrow-kit/suite/start-postgres';
import { until } from '@escrow-kit/suite/until';
import { beforeAll, expect, test } from 'vitest';
import type { Inbox } from '../../src/index.ts';
import { expectEachHandledOnce } from './support/check-traces.ts';
import type { Child } from './support/child-process.ts';
import { incoming } from './support/events.ts';
import { postgres as postgresKind } from './support/inbox-kinds.ts';
import { createKeyCount } from './support/key-count.ts';
import { retryDelaysInMs, sendUntil } from './support/sender.ts';
import { createTraceStore, type TraceStore } from './support/trace-store.ts';
import { countAll, untilCounts } from './support/until.ts';

const restarts = repeats({ test: 1, soak: 10 });
/** How long PostgreSQL is away: in the short form, as long as a restart takes. */
const shortestOutageInMs = 1_000;
const longestOutageInMs = 30_000;
/** Events between two outages. */
const eventsBetween = repeats({ test: 50, soak: 500 });
/** Receivers, and as many workers. */
const processes = repeats({ test: 1, soak: 2 });
/** Of each receiver. */
const senders = 4;

let postgres: PostgresServer;
let store: TraceStore;
let receivers: Child[];
let workers: Child[];

beforeAll(async () => {
  postgres = await startPostgres();
  store = await createTraceStore(postgresKind, await postgres.createDatabase());
  receivers = Array.from({ length: processes }, () => store.start('receiver'));
  workers = Array.from({ length: processes }, () => store.start('worker'));
  await Promise.all([...receivers, ...workers].map((child) => child.ready()));
  return async () => {
    await store.dispose();
    await postgres.stop();
  };
});

test('HOOK-4 when PostgreSQL restarts under load, no event answered with 200 is lost, and none is handled twice', async () => {
  const [acknowledged, failed] = [createKeyCount(), createKeyCount()];
  let isOver = false;
  const delaysInMs = retryDelaysInMs({ timesFaster: 100 });
  const sending = receivers.map(({ port }) => {
    const options = { port, delaysInMs, timeoutInMs: 10_000, connections: senders };
    return sendUntil(() => isOver, { acknowledged, failed }, options);
  });

  for (let restart = 0; restart < restarts; restart += 1) {
    await acknowledged.more(eventsBetween);
    await postgres.pause();
    await failed.more(senders * receivers.length);
    await expectRefusal(store.inbox);
    if (isSoak) await later(randomInt(shortestOutageInMs, longestOutageInMs));
    await postgres.resume();
    // Events are stored and handled again.
    const { done } = await countAll(store.inbox);
    await acknowledged.more(1);
    await until(async () => expect((await countAll(store.inbox)).done).toBeGreaterThan(done));
  }
  isOver = true;
  await Promise.all(sending);
  await untilCounts(store.inbox, { pending: 0, processing: 0 });

  await expectEachHandledOnce(store, acknowledged);
  expect([...receivers, ...workers].filter((child) => !child.isRunning())).toEqual([]);
});

/** An event is not stored while the database is away, and the error does not show its password. */
async function expectRefusal(inbox: Inbox): Promise<void> {
  const error = await inbox.insert(await incoming()).catch((thrown: unknown) => thrown);

  expect(error).toMatchObject({ name: 'WebhookError' });
  expect(inspect(error, { depth: 10 })).not.toContain(new URL(postgres.url).password);
}

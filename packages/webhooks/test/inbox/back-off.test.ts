import { createDatabase } from '@escrow-kit/suite/postgres';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresInbox } from '../../src/postgres-inbox/create-postgres-inbox.ts';
import { incoming } from './support/events.ts';
import { startProxy } from './support/proxy.ts';
import { until, untilCounts } from './support/until.ts';
import { collectWarnings } from './support/warnings.ts';

const pollIntervalInMs = 50;
const concurrency = 10;
const milestones = 100;

/** An inbox with an event of each milestone, behind a proxy that decides which connections its worker gets. */
async function openByProxy() {
  const proxy = await startProxy(await createDatabase());
  const inbox = createPostgresInbox({ connection: proxy.connectionString, connections: 1, pollIntervalInMs });
  onTestFinished(() => inbox.close());
  for (let milestone = 0; milestone < milestones; milestone += 1) {
    await inbox.insert(await incoming({ contractId: `milestone-${milestone}` }));
  }
  /** Limits the connections of the worker, besides the one of the inbox. */
  const admitToWorker = (connections: number) => proxy.admit(proxy.connectionCount() + connections);
  const errors: unknown[] = [];
  const start = () => inbox.start(() => {}, { concurrency, onError: (error) => errors.push(error) });
  return { proxy, inbox, admitToWorker, errors, start };
}

test('a worker without a connection tries less and less often, and handles the events when it gets one', async () => {
  const { proxy, inbox, admitToWorker, errors, start } = await openByProxy();
  const startedAt = performance.now();

  admitToWorker(0);
  start();
  await until(() => expect(proxy.refusedCount()).toBe(4));
  const lastedInMs = performance.now() - startedAt;
  expect(errors.length).toBeLessThanOrEqual(4);
  proxy.admit(undefined);
  await untilCounts(inbox, { done: milestones });

  expect(lastedInMs).toBeGreaterThan(pollIntervalInMs * (1 + 2 + 4));
});

test('without an onError, a store that keeps failing does not flood the warnings', async () => {
  const { proxy, inbox, admitToWorker } = await openByProxy();
  const warnings = collectWarnings();

  admitToWorker(0);
  inbox.start(() => {});
  await until(() => expect(proxy.refusedCount()).toBe(4));
  await until(() => expect(warnings).not.toEqual([]));

  expect(warnings).toEqual([...new Set(warnings)]);
  expect(warnings[0]).toContain('The PostgreSQL inbox failed');
});

test('a worker with fewer connections than it needs handles the events with them, and seldom asks for more', async () => {
  const { proxy, inbox, admitToWorker, errors, start } = await openByProxy();
  const startedAt = performance.now();

  // One listens, the other finds work and does it.
  admitToWorker(2);
  start();
  await untilCounts(inbox, { done: milestones });
  const intervals = (performance.now() - startedAt) / pollIntervalInMs;

  expect(proxy.refusedCount()).toBeLessThanOrEqual(concurrency + intervals);
  expect(errors.length).toBeLessThanOrEqual(concurrency + intervals);
});

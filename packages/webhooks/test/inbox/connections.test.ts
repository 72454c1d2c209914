import { createDatabase } from '@escrow-kit/suite/postgres';
import { until } from '@escrow-kit/suite/until';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresInbox, createPostgresPool, type PostgresInboxOptions } from '../../src/inbox/postgres.ts';
import { incoming } from './support/events.ts';
import { startProxy } from './support/proxy.ts';
import { untilCounts } from './support/until.ts';
import { collectWarnings } from './support/warnings.ts';

function create(options: PostgresInboxOptions) {
  const inbox = createPostgresInbox({ pollIntervalInMs: 20, ...options });
  onTestFinished(() => inbox.close());
  return inbox;
}

/** A database behind a proxy that refuses every connection at first. */
async function createAway() {
  const proxy = await startProxy(await createDatabase());
  proxy.admit(0);
  return proxy;
}

test('a PostgreSQL inbox connects on first use, and closes without one', async () => {
  const proxy = await createAway();
  const inbox = create({ connection: proxy.connectionString });

  await inbox.close();

  expect(proxy.refusedCount()).toBe(0);
  await expect(inbox.ready()).rejects.toThrow('is closed');
});

test('calls while the database is away open it once and reject, and the next call tries again', async () => {
  const proxy = await createAway();
  const inbox = create({ connection: proxy.connectionString });

  const results = await Promise.allSettled([inbox.ready(), inbox.counts(), inbox.insert(await incoming())]);
  expect(proxy.refusedCount()).toBe(1);
  proxy.admit(undefined);

  const rejected = { status: 'rejected', reason: { name: 'WebhookError' } };
  expect(results).toMatchObject([rejected, rejected, rejected]);
  expect(await inbox.insert(await incoming())).toBe('stored');
});

test('an inbox is not ready while its database can only be read, as a standby can', async () => {
  const connection = await createDatabase();
  await create({ connection }).ready();
  const standby = create({ connection: `${connection}?options=-c%20default_transaction_read_only%3Don` });

  expect(await standby.counts()).toMatchObject({ pending: 0 });
  await expect(standby.ready()).rejects.toThrow('read-only');
});

test('HOOK-4 processing that starts while the database is away warns, and handles the events when it is back', async () => {
  const proxy = await createAway();
  const inbox = create({ connection: proxy.connectionString });
  const warnings = collectWarnings();

  inbox.start(() => {});
  await until(() => expect(proxy.refusedCount()).toBeGreaterThanOrEqual(4));
  await until(() => expect(warnings).not.toEqual([]));
  proxy.admit(undefined);
  await until(async () => inbox.insert(await incoming()));

  await untilCounts(inbox, { done: 1 });
  // A store that keeps failing does not flood them.
  expect(warnings).toEqual([...new Set(warnings)]);
  expect(warnings[0]).toContain('The PostgreSQL inbox failed');
});

test('a worker with fewer connections than it needs handles the events with them, and seldom asks for more', async () => {
  const [concurrency, milestones, pollIntervalInMs] = [10, 100, 50];
  const proxy = await startProxy(await createDatabase());
  const inbox = create({ connection: proxy.connectionString, connections: 1, pollIntervalInMs });
  for (let milestone = 0; milestone < milestones; milestone += 1) {
    await inbox.insert(await incoming({ contractId: `milestone-${milestone}` }));
  }
  const errors: unknown[] = [];
  const startedAt = performance.now();

  // Besides the one that stores, one finds work and does it.
  proxy.admit(2);
  inbox.start(() => {}, { concurrency, onError: (error) => errors.push(error) });
  await untilCounts(inbox, { done: milestones });
  const intervals = (performance.now() - startedAt) / pollIntervalInMs;

  expect(proxy.refusedCount()).toBeLessThanOrEqual(concurrency + intervals);
  expect(errors.length).toBeLessThanOrEqual(concurrency + intervals);
});

test('HOOK-4 while the network is silent an insert rejects and a worker reports; both go on when it is back', async () => {
  const { connectionString, fallSilentAt, connectionCount } = await startProxy(await createDatabase());
  // Short, because the test waits for it. On a busy machine a connection may take longer, and is then tried again.
  const inbox = create({ connection: { connectionString, connectionTimeoutMillis: 300, idleTimeoutMillis: 1 } });
  await until(() => inbox.ready());
  await until(() => expect(connectionCount()).toBe(0));
  const errors: unknown[] = [];

  // The first message of each new connection names the database.
  fallSilentAt('database');
  const error = await inbox.insert(await incoming()).catch((thrown: unknown) => thrown);
  inbox.start(() => {}, { onError: (thrown) => errors.push(thrown) });
  await until(() => expect(errors).not.toEqual([]));
  fallSilentAt(undefined);
  await until(async () => inbox.insert(await incoming()));
  await untilCounts(inbox, { done: 1 });

  expect(error).toMatchObject({ code: 'inbox', message: expect.stringContaining('timeout') });
  expect(errors[0]).toMatchObject({ code: 'inbox' });
});

test('closing while the database is being opened waits for that, and leaves no connection behind', async () => {
  const proxy = await startProxy(await createDatabase());
  const inbox = create({ connection: proxy.connectionString });

  const ready = inbox.ready();
  await inbox.close();

  await expect(ready).resolves.toBeUndefined();
  await until(() => expect(proxy.connectionCount()).toBe(0));
});

test('an inbox on a pool stores and handles events, and leaves the pool open, for another inbox too', async () => {
  const proxy = await startProxy(await createDatabase());
  const pool = createPostgresPool({ connectionString: proxy.connectionString, max: 1 });
  onTestFinished(() => pool.end());
  const inbox = create({ pool });
  await inbox.insert(await incoming());
  expect(proxy.connectionCount()).toBe(1);

  inbox.start(async (_event, { transaction }) => {
    await transaction.query('create table notes (text text)');
  });
  await untilCounts(inbox, { done: 1 });
  await inbox.close();

  expect(await create({ pool }).counts()).toMatchObject({ pending: 0 });
  expect((await pool.query('select count(*)::integer as count from notes')).rows).toEqual([{ count: 0 }]);
  await until(() => expect(proxy.connectionCount()).toBe(1));
});

test('an inbox connects with the password that a pool got as a separate option', async () => {
  const { hostname, port, username, password, pathname } = new URL(await createDatabase());
  const options = { host: hostname, port: Number(port), user: username, database: pathname.slice(1), password };
  const pool = new pg.Pool(options);
  onTestFinished(() => pool.end());
  const inbox = create({ pool });
  await inbox.insert(await incoming());

  inbox.start(() => {});

  await untilCounts(inbox, { done: 1 });
});

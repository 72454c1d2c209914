import type { EventEmitter } from 'node:events';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { Client, type PoolConfig } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createPostgresPool } from '../../src/inbox/postgres.ts';
import { startProxy } from './support/proxy.ts';

/** A pool of a new database, and a way to end all of its connections. */
async function openPool(options: PoolConfig = {}) {
  const connectionString = await createDatabase();
  const pool = createPostgresPool({ connectionString, ...options });
  const other = new Client(connectionString);
  await other.connect();
  onTestFinished(async () => {
    await pool.end();
    await other.end();
  });
  const others = 'datname = current_database() and pid <> pg_backend_pid()';
  const breakAll = () => other.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`);
  return { pool, breakAll };
}

/** Node's own `once` rejects if an error comes first. */
const event = (emitter: EventEmitter, name: string): Promise<void> =>
  new Promise((resolve) => emitter.once(name, () => resolve()));

test('if a connection breaks, in use or idle, only its statement rejects, and the pool opens another one', async () => {
  const { pool, breakAll } = await openPool({ max: 1 });
  const client = await pool.connect();
  const ended = event(client, 'end');
  const statement = client.query('select pg_sleep(60)').catch((error: unknown) => error);

  await breakAll();
  const failure = await statement;
  await ended;
  client.release(true);
  await pool.query('select 1');
  const removed = event(pool, 'remove');
  await breakAll();
  await removed;

  expect(failure).toMatchObject({ code: '57P01' });
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a statement on a silent network rejects after query_timeout, and the next one is answered', async () => {
  const { connectionString, fallSilentAt } = await startProxy(await createDatabase());
  const pool = createPostgresPool({ connectionString, query_timeout: 100 });
  onTestFinished(() => pool.end());

  fallSilentAt('select 2');
  const failure = await pool.query('select 2').catch((error: unknown) => error);
  fallSilentAt(undefined);

  expect(failure).toMatchObject({ message: 'Query read timeout' });
  await expect.poll(async () => (await pool.query('select 3 as three')).rows).toEqual([{ three: 3 }]);
});

test('a pool has limits for the network and keeps the given options', async () => {
  const { pool } = await openPool({ max: 3, query_timeout: 7_000 });

  const byDefault = createPostgresPool('postgres://127.0.0.1/shop').options;

  expect(byDefault).toMatchObject({ max: 10, query_timeout: 10_000, connectionTimeoutMillis: 5_000, keepAlive: true });
  expect(pool.options).toMatchObject({ max: 3, query_timeout: 7_000 });
});

import type { EventEmitter } from 'node:events';
import { createPool } from '@escrow-kit/shared/postgres';
import { createDatabase } from '@escrow-kit/suite/postgres';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { isUnreachable } from '../../src/storage/errors.ts';

/** A pool of one connection to an empty database, and a way to end all connections to that database. */
async function createLosablePool(options: pg.PoolConfig = {}) {
  const connectionString = await createDatabase();
  const pool = createPool({ connectionString, max: 1, ...options });
  const other = new pg.Client(connectionString);
  await other.connect();
  onTestFinished(async () => {
    await pool.end();
    await other.end();
  });
  const others = 'datname = current_database() and pid <> pg_backend_pid()';
  return {
    pool,
    loseAll: () => other.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`),
  };
}

/** Node's own `once` rejects at the error that comes before. */
const event = (emitter: EventEmitter, name: string): Promise<void> =>
  new Promise((resolve) => emitter.once(name, () => resolve()));

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => new Error('It succeeded.'),
    (error: unknown) => error,
  );

test('a connection that breaks while it is used rejects its query, and is replaced', async () => {
  const { pool, loseAll } = await createLosablePool();
  const client = await pool.connect();
  const ended = event(client, 'end');
  const failure = failureOf(client.query('select pg_sleep(60)'));

  await loseAll();
  const error = await failure;
  await ended;
  client.release();

  expect(error).toMatchObject({ code: '57P01' });
  expect(isUnreachable(error)).toBe(true);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a connection that broke between two queries rejects the next one as unreachable', async () => {
  const { pool, loseAll } = await createLosablePool();
  const client = await pool.connect();
  const ended = event(client, 'end');

  await loseAll();
  await ended;
  const error = await failureOf(client.query('select 1'));
  client.release();

  expect(isUnreachable(error)).toBe(true);
});

test('a connection that breaks while it is idle is replaced', async () => {
  const { pool, loseAll } = await createLosablePool();
  await pool.query('select 1');
  const removed = event(pool, 'remove');

  await loseAll();
  await removed;

  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a server that refuses connections is unreachable, one that refuses a statement is not', async () => {
  const { pool } = await createLosablePool();
  const elsewhere = createPool({ connectionString: 'postgres://user@127.0.0.1:1/none' });

  expect(isUnreachable(await failureOf(elsewhere.query('select 1')))).toBe(true);
  expect(isUnreachable(await failureOf(pool.query('select 1 / 0')))).toBe(false);
  expect(isUnreachable(await failureOf(pool.query('this is no statement')))).toBe(false);
  await elsewhere.end();
});

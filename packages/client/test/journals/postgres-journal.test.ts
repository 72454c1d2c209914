import { randomUUID } from 'node:crypto';
import { isSoak } from '@escrow-kit/tools';
import { createDatabase } from '@escrow-kit/tools/postgres';
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { createPostgresJournal } from '../../src/journals/postgres-journal.ts';
import { entryOf } from './stores.ts';

let url: string;
beforeAll(async () => {
  url = await createDatabase();
});

/** A unique name. */
const newName = (): string => `t_${randomUUID().slice(0, 8)}`;

function openPool(connectionString = url): pg.Pool {
  const pool = new pg.Pool({ connectionString });
  pool.on('error', () => {});
  onTestFinished(() => pool.end());
  return pool;
}

/** The address of the database for a user whose password is `p`. */
function addressFor(user: string): string {
  const address = new URL(url);
  address.username = user;
  address.password = 'p';
  return address.href;
}

it.runIf(isSoak)('processes that start at once can all create schema and table', async () => {
  const schema = newName();
  const journals = Array.from({ length: 8 }, () => createPostgresJournal({ pool: openPool(), schema }));

  const ends = await Promise.allSettled(journals.map((journal, index) => journal.save(`order-${index}`, entryOf(1))));

  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
});

it('stores its rows in the given schema and table, and leaves the given pool open', async () => {
  const pool = openPool();
  const schema = newName();

  const journal = createPostgresJournal({ pool, schema, table: 'steps' });
  await journal.save('order-1', entryOf(1));
  await journal.close();

  const { rows } = await pool.query(`select key, revision, is_pending from ${schema}.steps`);
  expect(rows).toEqual([{ key: 'order-1', revision: 1, is_pending: true }]);
});

it.runIf(isSoak)('accepts a connection string, and closes what it opened', async () => {
  const admin = openPool();
  const journal = createPostgresJournal({ connection: `${url}?application_name=closed`, schema: newName() });
  const countConnections = async () => {
    const { rows } = await admin.query("select 1 from pg_stat_activity where application_name = 'closed'");
    return rows.length;
  };

  await journal.save('order-1', entryOf(1));
  const loaded = await journal.load('order-1');
  const countBefore = await countConnections();
  await journal.close();

  expect(loaded).toEqual(entryOf(1));
  expect(countBefore).toBeGreaterThan(0);
  await expect.poll(countConnections).toBe(0);
  await expect(journal.load('order-1')).rejects.toMatchObject({ code: 'journal' });
});

it.runIf(isSoak)('a user without the right to create anything can use an existing table', async () => {
  const admin = openPool();
  const schema = newName();
  const user = newName();
  await createPostgresJournal({ pool: admin, schema }).save('order-1', entryOf(1));
  await admin.query(`create role ${user} login password 'p'; grant usage on schema ${schema} to ${user};
    grant select, insert, update on ${schema}.journal to ${user}`);
  const pool = openPool(addressFor(user));

  await createPostgresJournal({ pool, schema }).save('order-1', entryOf(2));
  const failure = createPostgresJournal({ pool, schema: newName() }).save('order-1', entryOf(1));

  await expect(failure).rejects.toMatchObject({
    code: 'journal',
    message: expect.stringContaining('its user lacks a permission. Grant it CREATE on the database'),
  });
});

it.runIf(isSoak)('a save whose connection is lost rejects and saves nothing, and the next one is saved', async () => {
  const admin = openPool();
  const schema = newName();
  const journal = createPostgresJournal({ connection: url, schema });
  onTestFinished(() => journal.close());
  await journal.save('order-1', entryOf(1));
  const blocker = await admin.connect();
  await blocker.query(`begin; lock table ${schema}.journal`);

  const saving = journal.save('order-1', entryOf(2));
  const settled = saving.catch((error) => error);
  await waitForLock(admin);
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  const error = await settled;
  await blocker.query('rollback');
  blocker.release();

  expect(error).toMatchObject({ code: 'journal', message: expect.stringContaining('The PostgreSQL journal failed: ') });
  expect(await journal.load('order-1')).toEqual(entryOf(1));
  await journal.save('order-1', entryOf(2));
  expect(await journal.load('order-1')).toEqual(entryOf(2));
});

/** Waits until a statement waits for a lock. */
async function waitForLock(admin: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await admin.query(
      "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
    );
    if (rows.length > 0) return;
  }
}

it.each([
  ['an unknown port', () => 'postgres://user:very-secret@127.0.0.1:1/db', 'nothing listens there'],
  ['an unknown database', () => url.replace(/[^/]+$/, 'missing'), 'the database does not exist'],
  ['a wrong password', () => url.replace(/:[^:@]+@/, ':very-secret@'), 'the user or the password is wrong'],
])('%s is reported with a remedy, but without address or password', async (_name, connection, remedy) => {
  const journal = createPostgresJournal({ connection: connection() });
  onTestFinished(() => journal.close());

  const error = await journal.load('order-1').catch((thrown) => thrown);

  expect(error).toMatchObject({ code: 'journal', outcome: 'not-sent' });
  expect(error.message).toContain(remedy);
  expect(error.message).not.toMatch(/very-secret|127\.0\.0\.1|postgres:/);
});

it.each([{ schema: 'A' }, { table: 'a;b' }])('the names %j are refused', (names) => {
  expect(() => createPostgresJournal({ connection: url, ...names })).toThrow(/must be lower-case letters/);
});

it('options with neither pool nor connection are refused', () => {
  expect(() => createPostgresJournal({} as never)).toThrow(
    'createPostgresJournal failed: options must have pool (a pool of pg)',
  );
});

import { randomUUID } from 'node:crypto';
import { createDatabase } from '@escrow-kit/suite/postgres';
import pg from 'pg';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { isEscrowError, type JournalEntry } from '../../src/index.ts';
import { createPostgresJournal } from '../../src/journals/postgres-journal.ts';
import { createFakeService, type TrueResolution } from '../flows/fake-service.ts';
import { clientOn, contractToOpen, openContractWrites, openedContract } from '../flows/inputs.ts';

let url: string;
beforeAll(async () => {
  url = await createDatabase();
});

const entryOf = (revision: number): JournalEntry => ({ flow: 'openContract', salt: 'salt', revision, steps: {} });

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

/** Ends every connection to the database but this one. */
const endConnections = (admin: pg.Pool) =>
  admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );

it('accepts a connection string, and closes what it opened', async () => {
  const admin = openPool();
  const journal = createPostgresJournal({ connection: url, schema: newName() });

  await journal.save('order-1', entryOf(1));
  const loaded = await journal.load('order-1');
  await journal.close();

  expect(loaded).toEqual(entryOf(1));
  await expect(journal.load('order-1')).rejects.toMatchObject({ code: 'journal' });
  expect((await admin.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

it('processes that start at once can all create schema and table', async () => {
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

  const { rows } = await pool.query(
    `select key, revision, is_pending, entry::json ->> 'flow' as flow from ${schema}.steps`,
  );
  expect(rows).toEqual([{ key: 'order-1', revision: 1, is_pending: false, flow: 'openContract' }]);
});

// SQLite runs the same statements, but takes longer to save.
it('lists and prunes more entries than it reads at once', async () => {
  const journal = createPostgresJournal({ pool: openPool(), schema: newName() });
  const keys = Array.from({ length: 501 }, (_, index) => `order-${String(index).padStart(3, '0')}`);
  const since = '2026-01-01T00:00:00.000Z';
  const steps = { addParties: { status: 'pending', since, inputHash: 'abc', requiredFields: [] } } as const;
  await Promise.all(keys.map((key) => journal.save(key, { ...entryOf(1), steps, completedAt: since })));

  const listed = await journal.listPendingSteps();
  const removed = await journal.prune({ olderThanInMs: 0 });

  expect(listed.map(({ key }) => key)).toEqual(keys);
  expect(removed).toBe(501);
  expect(await journal.listPendingSteps()).toEqual([]);
});

it('a user without the right to create anything can use an existing table', async () => {
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
    message: expect.stringContaining('its user lacks a permission: grant it CREATE on the database'),
  });
});

it('goes on once a missing schema that its user may not create exists', async () => {
  const admin = openPool();
  const schema = newName();
  const user = newName();
  await admin.query(`create role ${user} login password 'p'`);
  const journal = createPostgresJournal({ pool: openPool(addressFor(user)), schema });

  await expect(journal.save('order-1', entryOf(1))).rejects.toMatchObject({ code: 'journal' });
  await admin.query(`create schema ${schema} authorization ${user}`);
  await journal.save('order-1', entryOf(1));

  expect(await journal.load('order-1')).toEqual(entryOf(1));
});

it('a save whose connection is lost rejects and saves nothing, and the next one is saved', async () => {
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

it('a flow survives connections that end between its statements', async () => {
  const admin = openPool();
  const service = createFakeService();
  const journal = createPostgresJournal({ connection: url, schema: newName() });
  onTestFinished(() => journal.close());
  const client = clientOn(async (request) => {
    await endConnections(admin);
    return service.fetch(request);
  });

  let resolve: TrueResolution | undefined;
  let opened: unknown;
  // A pool may return a connection whose end it has not noticed yet: then that save is lost.
  for (let run = 0; run < 20 && !opened; run += 1) {
    const options = { key: 'order-1', journal, ...(resolve && { resolve }) };
    opened = await client.flows.openContract(contractToOpen, options).catch((error) => {
      resolve = isEscrowError(error, 'step_pending') ? service.truthOf(error) : undefined;
    });
  }

  expect(opened).toEqual(openedContract);
  expect(service.carriedOut).toEqual(openContractWrites);
});

it.each([
  ['an unknown port', () => 'postgres://user:very-secret@127.0.0.1:1/db', 'nothing listens there'],
  ['an unknown database', () => url.replace(/[^/]+$/, 'missing'), 'there is no such database'],
  ['a wrong password', () => url.replace(/:[^:@]+@/, ':very-secret@'), 'the user or the password is wrong'],
])('%s is reported with a remedy, but without address or password', async (_name, connection, remedy) => {
  const journal = createPostgresJournal({ connection: connection() });
  onTestFinished(() => journal.close());

  const error = await journal.load('order-1').catch((thrown) => thrown);

  expect(error).toMatchObject({ code: 'journal', outcome: 'not-sent' });
  expect(error.message).toContain(remedy);
  expect(error.message).not.toMatch(/very-secret|127\.0\.0\.1|postgres:/);
});

it.each([{ schema: 'a-b' }, { table: 'a;b' }, { schema: 'A' }])('the names %j are refused', (names) => {
  expect(() => createPostgresJournal({ connection: url, ...names })).toThrow(/must be lower-case letters/);
});

it.each([{}, undefined])('neither pool nor connection is refused: %j', (options) => {
  expect(() => createPostgresJournal(options as never)).toThrow(
    'createPostgresJournal failed: options must have your pool of pg as pool',
  );
});

import { once } from 'node:events';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { inspect } from 'node:util';
import { until } from '@escrow-kit/tools/until';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  createPostgresInbox,
  createPostgresPool,
  type PostgresInboxOptions,
  type PostgresTransaction,
} from '../../src/inbox/postgres.ts';
import type { Inbox, ProcessingOptions } from '../../src/index.ts';
import { incoming } from './support/describe-inboxes.ts';
import { createInboxForTests, emptyDatabase } from './support/empty-database.ts';
import { collectWarnings, untilCounts } from './support/until.ts';

function open(options: PostgresInboxOptions): Inbox<PostgresTransaction> {
  const inbox = createInboxForTests(options);
  onTestFinished(() => inbox.close());
  return inbox;
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const asUser = (connection: string, user: string): string => connection.replace(/\/\/[^@]+@/, `//${user}:limited@`);

describe('a PostgreSQL inbox that cannot be opened names the option and the remedy, and no secret', () => {
  /** A server that answers nothing. */
  async function startSilent(): Promise<PostgresInboxOptions> {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => void sockets.add(socket));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const connectionString = `postgres://user@127.0.0.1:${(server.address() as AddressInfo).port}/shop`;
    return { connection: { connectionString, connectionTimeoutMillis: 50 } };
  }

  async function createNewerSchema(connection: string): Promise<PostgresInboxOptions> {
    const client = await connect(connection);
    await client.query(`create schema if not exists newer;
      create table if not exists newer.migrations (version integer, minimum_version integer);
      insert into newer.migrations values (7, 7)`);
    return { connection, schema: 'newer' };
  }

  async function createLimitedUser(connection: string): Promise<PostgresInboxOptions> {
    const user = `limited_${Date.now()}`;
    await (await connect(connection)).query(`create role ${user} login password 'limited'`);
    return { connection: asUser(connection, user), schema: 'limited' };
  }

  test.each<[string, (connection: string) => PostgresInboxOptions | Promise<PostgresInboxOptions>, RegExp]>([
    [
      'nothing listens',
      (connection) => ({ connection: connection.replace(/:\d+\//, ':1/') }),
      /^connection: .*nothing/,
    ],
    [
      'the password is wrong',
      (connection) => ({ connection: connection.replace('@', '-@') }),
      /^connection: .*password/,
    ],
    ['the database is missing', (connection) => ({ connection: `${connection}_missing` }), /^connection: .*Create it/],
    ['the connection is missing', () => ({ connection: undefined as never }), /^connection: set it/],
    ['the schema is of a newer version', createNewerSchema, /^schema: .*newer version/],
    ['the schema is no name', (connection) => ({ connection, schema: 'a;drop' }), /^schema: set it to/],
    ['the user may not create a schema', createLimitedUser, /Grant it CREATE/],
    ['it offers no TLS', (connection) => ({ connection: `${connection}?sslmode=verify-full` }), /it offers no TLS/],
    ['it does not answer', startSilent, /timeout/],
  ])('if %s', async (_title, createOptions, message) => {
    const { connection } = await emptyDatabase();
    const options = await createOptions(connection);

    const error = await (async () => open(options).ready())().catch((thrown: unknown) => thrown);

    expect(error).toMatchObject({ name: 'WebhookError', message: expect.stringMatching(message) });
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(new URL(connection).password);
  });
});

test('HOOK-4 an inbox rejects calls and warns while its database is away, and handles the events when it is back', async () => {
  const { connection, pool } = await emptyDatabase();
  const user = `away_${Date.now()}`;
  await pool.query(
    `create role ${user} login connection limit 0 password 'limited'; create schema away authorization ${user}`,
  );
  const inbox = open({ connection: asUser(connection, user), schema: 'away' });
  const warnings = collectWarnings();

  const results = await Promise.allSettled([inbox.ready(), inbox.counts(), inbox.insert(await incoming())]);
  inbox.start(() => {});
  await until(() => expect(warnings).not.toEqual([]));
  await pool.query(`alter role ${user} connection limit -1`);
  await until(async () => inbox.insert(await incoming()));

  await untilCounts(inbox as Inbox, { done: 1 });
  const rejected = { status: 'rejected', reason: { name: 'WebhookError' } };
  expect(results).toMatchObject([rejected, rejected, rejected]);
  expect(warnings[0]).toContain('The PostgreSQL inbox failed');
});

test('an inbox is not ready without the rights that events need, and names them, nor while its database can only be read', async () => {
  const { connection, pool: owner } = await emptyDatabase();
  // Those that start at once create the schema together.
  await Promise.all([1, 2].map(() => open({ connection, schema: 'rights' }).ready()));
  const user = `limited_${Date.now()}`;
  await owner.query(`create role ${user} login password 'limited'; grant usage on schema rights to ${user};
    grant select, insert, update, delete on all tables in schema rights to ${user};
    revoke insert on rights.queue from ${user};
    revoke execute on function rights.claim from public`);
  const limited = open({ connection: asUser(connection, user), schema: 'rights' });

  const error = await limited.ready().catch((thrown: unknown) => thrown);
  await owner.query(`grant insert on rights.queue to ${user};
    grant usage on all sequences in schema rights to ${user};
    grant execute on all functions in schema rights to ${user}`);
  await limited.ready();

  expect(error).toMatchObject({
    code: 'configuration',
    message: expect.stringMatching(
      /INSERT on rights\.queue, USAGE on rights\.events_seq_seq.*EXECUTE on rights\.claim/,
    ),
  });
  // It has left nothing behind.
  expect(await limited.find()).toEqual([]);
  const standby = open({ connection: `${connection}?options=-c%20default_transaction_read_only%3Don` });
  expect(await standby.counts()).toMatchObject({ pending: 0 });
  await expect(standby.ready()).rejects.toThrow('read-only');
});

test('an inbox works with the settings of the server, beside a newer version that has only added something', async () => {
  const { connection, pool } = await emptyDatabase();
  const settings = {
    idle_in_transaction_session_timeout: '60s',
    default_transaction_isolation: 'serializable',
    datestyle: 'SQL,\\ DMY',
    timezone: 'Asia/Riyadh',
  };
  const options = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const receivedAt = new Date('2030-02-03T04:05:06.789Z');
  await open({ connection, schema: 'shop' }).ready();
  await pool.query('alter table shop.events add column note text; insert into shop.migrations values (3, 2)');
  const inbox = open({ connection: `${connection}?options=${encodeURIComponent(options.join(' '))}`, schema: 'shop' });
  const shown: unknown[] = [];
  await inbox.insert({ ...(await incoming()), receivedAt });

  inbox.start(async (_event, { transaction }) => {
    for (const setting of ['idle_in_transaction_session_timeout', 'transaction_isolation']) {
      shown.push((await transaction.query('select current_setting($1) as value', [setting])).rows[0].value);
    }
  });
  await untilCounts(inbox as Inbox, { done: 1 });

  expect(shown).toEqual(['0', 'serializable']);
  expect(await inbox.find()).toMatchObject([{ receivedAt }]);
});

describe('a handler', () => {
  async function openWithEvent() {
    const { connection, pool } = await emptyDatabase();
    const inbox = open({ connection });
    await inbox.insert(await incoming());
    return { inbox, pool };
  }
  const noErrors: ProcessingOptions = { firstDelayInMs: 1, onError: () => {} };

  test('that continues after a failed statement fails, and its event is retried', async () => {
    const { inbox, pool } = await openWithEvent();

    inbox.start(async (_event, { transaction, attempt }) => {
      await transaction.query(`insert into notes (text) values ('attempt ${attempt}')`);
      if (attempt === 1) await transaction.query('insert into missing values (1)').catch(() => {});
    }, noErrors);
    await untilCounts(inbox as Inbox, { done: 1 });

    expect((await pool.query('select text from notes')).rows).toEqual([{ text: 'attempt 2' }]);
  });

  test('whose connection ends is aborted and rolled back, and its event retried until its attempts are over', async () => {
    const { inbox, pool } = await openWithEvent();
    const reasons: unknown[] = [];

    inbox.start(
      async (_event, { transaction, signal }) => {
        const { rows } = await transaction.query(
          'insert into notes (text) values (1) returning pg_backend_pid() as pid',
        );
        signal.addEventListener('abort', () => reasons.push(signal.reason));
        await pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
        // Waits forever for something other than the database.
        await new Promise(() => {});
      },
      { ...noErrors, attempts: 2 },
    );
    await untilCounts(inbox as Inbox, { dead: 1 });

    const reason = 'terminating connection due to administrator command';
    const message = `The database connection of the handler ended: ${reason}.`;
    expect(reasons).toMatchObject([{ message }, { message }]);
    expect(await inbox.deadLetters()).toMatchObject([{ attempts: 2, lastError: expect.stringMatching(/terminat/) }]);
    expect((await pool.query('select text from notes')).rows).toEqual([]);
  });

  test('that ends its transaction fails, and is told so', async () => {
    const { inbox } = await openWithEvent();

    inbox.start(async (_event, { transaction }) => void (await transaction.query('commit; begin')), {
      ...noErrors,
      attempts: 1,
    });
    await untilCounts(inbox as Inbox, { dead: 1 });

    expect(await inbox.deadLetters()).toMatchObject([{ lastError: expect.stringContaining('ended its transaction') }]);
  });

  test('that outlives its time in a statement holds up no other milestone, and leaves no transaction behind', async () => {
    const { connection } = await emptyDatabase();
    const inbox = createPostgresInbox({ connection: `${connection}?application_name=blocked`, pollIntervalInMs: 20 });
    const other = await connect(connection);
    await other.query('begin; lock table notes');
    for (let index = 0; index < 4; index += 1) await inbox.insert(await incoming({ contractId: `blocked-${index}` }));
    const ended: unknown[] = [];

    inbox.start(
      async ({ milestoneId = '' }, { transaction }) => {
        if (milestoneId.startsWith('blocked')) await transaction.query('select from notes');
      },
      { concurrency: 2, handlerTimeoutInMs: 30, firstDelayInMs: 60_000, onError: (error) => ended.push(error) },
    );
    await until(() => expect(ended).not.toEqual([]));
    await inbox.insert(await incoming({ contractId: 'healthy' }));
    await untilCounts(inbox as Inbox, { done: 1 });
    await inbox.close();

    const { rows } = await other.query(
      `select from pg_stat_activity where application_name = 'blocked' and state <> 'idle'`,
    );
    expect(rows).toEqual([]);
    expect(ended[0]).toMatchObject({ message: expect.stringContaining('did not end within 30 ms') });
  });
});

test('an inbox on a pool stores and handles events, and leaves the pool open, for another inbox too', async () => {
  const { hostname, port, username, password, pathname } = new URL((await emptyDatabase()).connection);
  const separate = { host: hostname, port: Number(port), user: username, database: pathname.slice(1), password };
  const pool = createPostgresPool({ ...separate, max: 1 });
  onTestFinished(() => pool.end());
  const inbox = open({ pool });
  await inbox.insert(await incoming());

  inbox.start(async (_event, { transaction }) => {
    await transaction.query('insert into notes (text) values (1)');
  });
  await untilCounts(inbox as Inbox, { done: 1 });
  await inbox.close();

  expect(await open({ pool }).counts()).toMatchObject({ pending: 0 });
  expect((await pool.query('select count(*)::integer as count from notes')).rows).toEqual([{ count: 1 }]);
  expect(pool.totalCount).toBe(1);
});

test('two inboxes of one database are processed without a warning if their schemas differ, or if the caller makes the connections', async () => {
  const { connection } = await emptyDatabase();
  const made = { connection: { connectionString: connection, stream: () => new Socket() } };
  const errors: unknown[] = [];

  for (const options of [{ connection }, { connection, schema: 'other' }, made, made]) {
    open(options).start(() => {}, { onError: (error) => errors.push(error) });
  }

  expect(errors).toEqual([]);
});

test('a pool has limits, and if a connection breaks, in use or idle, opens another one', async () => {
  const { connection, pool: other } = await emptyDatabase();
  const connectionString = `${connection}?application_name=broken`;
  const pool = createPostgresPool({ connectionString, max: 1, query_timeout: 7_000 });
  onTestFinished(() => pool.end());
  const breakAll = () =>
    other.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'broken'`);
  const client = await pool.connect();
  const ended = new Promise((resolve) => client.once('end', resolve));
  const statement = client.query('select pg_sleep(60)').catch((error: unknown) => error);

  await breakAll();
  const failure = await statement;
  await ended;
  client.release(true);
  await pool.query('select 1');
  const removed = new Promise((resolve) => pool.once('remove', resolve));
  await breakAll();
  await removed;

  expect(failure).toMatchObject({ code: '57P01' });
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  const byDefault = createPostgresPool('postgres://127.0.0.1/shop').options;
  expect(byDefault).toMatchObject({ max: 10, query_timeout: 10_000, connectionTimeoutMillis: 5_000, keepAlive: true });
  expect(pool.options).toMatchObject({ max: 1, query_timeout: 7_000 });
});

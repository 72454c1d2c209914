import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inspect } from 'node:util';
import { createDatabase } from '@escrow-kit/suite/postgres';
import { findFreePort } from '@escrow-kit/suite/start-postgres';
import { startWritingThread } from '@escrow-kit/suite/writing-thread';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPostgresInbox, type PostgresInboxOptions } from '../../src/inbox/postgres.ts';
import { createSqliteInbox } from '../../src/inbox/sqlite.ts';
import { createFolder } from '../support/create-folder.ts';
import { incoming } from './support/events.ts';

describe('a SQLite inbox that cannot be opened names the option and the remedy', () => {
  function createTextFile(): string {
    const path = join(createFolder(), 'inbox.db');
    writeFileSync(path, 'This is a text, and a rather long one at that. '.repeat(100));
    return path;
  }

  const createNewerFile = (): string => createFileOfVersion(7);

  function createFileOfVersion(version: number): string {
    const path = join(createFolder(), 'inbox.db');
    const database = new DatabaseSync(path);
    database.exec(
      `create table webhook_migrations (version, minimum_version);
      insert into webhook_migrations values (${version}, ${version})`,
    );
    database.close();
    return path;
  }

  test.each([
    ['its folder is missing', () => join(createFolder(), 'missing', 'inbox.db'), /^path: .* create its folder/],
    ['it is not a database', createTextFile, /^path: .* not a SQLite database/],
    ['it was written by a newer version', createNewerFile, /^path: .* newer version/],
    ['it was written before the first release', () => createFileOfVersion(1), /^path: .* before its first release/],
    ['the path is empty', () => '', /^path: name a file/],
    ['it is in memory', () => ':memory:', /^path: name a file/],
  ])('if %s', (_title, createPath, message) => {
    const path = createPath();

    expect(() => createSqliteInbox({ path })).toThrow(
      expect.objectContaining({ code: 'configuration', message: expect.stringMatching(message) }),
    );
  });

  // The superuser may write anywhere.
  test.skipIf(process.getuid?.() === 0)('if its folder cannot be written', () => {
    const folder = createFolder();
    chmodSync(folder, 0o500);

    expect(() => createSqliteInbox({ path: join(folder, 'inbox.db') })).toThrow(/^path: .* let this process write/);
  });

  test('on its first use, if another one holds the lock of the file', async () => {
    const path = join(createFolder(), 'inbox.db');
    const inbox = createSqliteInbox({ path, busyTimeoutInMs: 1 });
    const other = new DatabaseSync(path);
    other.exec('begin immediate');

    const locked = { code: 'inbox', message: expect.stringContaining('database is locked') };
    await expect(inbox.insert(await incoming())).rejects.toMatchObject(locked);
    await expect(inbox.ready()).rejects.toMatchObject(locked);

    other.close();
    await inbox.ready();
    expect(await inbox.insert(await incoming())).toBe('stored');
    await inbox.close();
  });
});

test('a SQLite inbox waits while another one creates the same file', async () => {
  const path = join(createFolder(), 'inbox.sqlite');
  await startWritingThread(path);

  const inbox = createSqliteInbox({ path });
  onTestFinished(() => inbox.close());

  expect(await inbox.insert(await incoming())).toBe('stored');
});

describe('a PostgreSQL inbox that cannot be opened names the option and the remedy, and no secret', () => {
  let connection: string;
  let password: string;
  beforeAll(async () => {
    connection = await createDatabase();
    password = new URL(connection).password;
  });

  /** What creating an inbox, or its first use, throws. */
  async function errorOf(options: PostgresInboxOptions): Promise<unknown> {
    const open = async () => {
      const inbox = createPostgresInbox(options);
      await inbox.ready().finally(() => inbox.close());
    };
    const error = await open().catch((thrown: unknown) => thrown);
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain(password);
    return error;
  }

  test.each<[string, () => PostgresInboxOptions | Promise<PostgresInboxOptions>, RegExp]>([
    ['nothing listens', async () => ({ connection: withPort(await findFreePort()) }), /^connection: .*nothing listens/],
    [
      'the password is wrong',
      () => ({ connection: connection.replace(password, `${password}-wrong`) }),
      /^connection: .*password/,
    ],
    [
      'the database does not exist',
      () => ({ connection: connection.replace(/[^/]+$/, 'missing') }),
      /^connection: .*create it/,
    ],
    ['the connection is malformed', () => ({ connection: `postgres://user:${password}@[` }), /^/],
    ['the connection is missing', () => ({ connection: undefined as never }), /^connection: set it/],
    ['the schema is of a newer version', createNewerSchema, /^schema: .*newer version/],
    ...['', 'with space', 'Upper', 'a;drop', 'x'.repeat(41)].map(
      (schema): [string, () => PostgresInboxOptions, RegExp] => [
        `the schema is "${schema}"`,
        () => ({ connection, schema }),
        /^schema: set it to/,
      ],
    ),
  ])('if %s', async (_title, createOptions, message) => {
    const error = await errorOf(await createOptions());

    expect(error).toMatchObject({
      code: expect.stringMatching(/configuration|inbox/),
      message: expect.stringMatching(message),
    });
  });

  const withPort = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/test`;

  async function createNewerSchema(): Promise<PostgresInboxOptions> {
    const client = new pg.Client(connection);
    await client.connect();
    await client.query('create schema newer; create table newer.migrations (version integer, minimum_version integer)');
    await client.query('insert into newer.migrations values (7, 7)');
    await client.end();
    return { connection, schema: 'newer' };
  }

  test('if the user may not create a schema, unless it owns one', async () => {
    const client = new pg.Client(connection);
    await client.connect();
    onTestFinished(() => client.end());
    const [user, secretOfUser] = [`limited_${Date.now()}`, 'limited-password'];
    await client.query(`create role ${user} login password '${secretOfUser}'`);
    const asLimited = connection.replace(/\/\/[^@]+@/, `//${user}:${secretOfUser}@`);

    const error = await errorOf({ connection: asLimited, schema: 'limited' });
    await client.query(`create schema limited authorization ${user}`);
    const inbox = createPostgresInbox({ connection: asLimited, schema: 'limited' });
    onTestFinished(() => inbox.close());

    expect(error).toMatchObject({ code: 'configuration', message: expect.stringContaining('grant it CREATE') });
    expect(await inbox.insert(await incoming())).toBe('stored');
  });

  /** An inbox, and a function after which no statement on its table ends, nor any timer. */
  async function openToFreeze() {
    const inbox = createPostgresInbox({ connection });
    await inbox.ready();
    const client = new pg.Client(connection);
    await client.connect();
    onTestFinished(async () => {
      vi.useRealTimers();
      await client.end();
      await inbox.close();
    });
    const freeze = async () => {
      await client.query('begin; lock table escrow_webhooks.events');
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    };
    return { inbox, client, freeze };
  }

  test('HOOK-4 an insert is rejected if the database does not answer, and stored once it does', async () => {
    const { inbox, client, freeze } = await openToFreeze();
    await freeze();

    const insertion = inbox.insert(await incoming()).catch((thrown: Error) => thrown);
    await untilSomebodyWaits(client);
    vi.advanceTimersByTime(10_000);

    expect(await insertion).toMatchObject({ code: 'inbox', message: expect.stringContaining('timeout') });
    await client.query('commit');
    expect(['stored', 'duplicate']).toContain(await inbox.insert(await incoming()));
  });

  test('stop ends soon after its limit even if the database no longer answers', async () => {
    const { inbox, freeze } = await openToFreeze();
    const begun = Promise.withResolvers<void>();
    const processing = inbox.start(() => {
      begun.resolve();
      return new Promise(() => {});
    });
    await inbox.insert(await incoming());
    await begun.promise;
    await freeze();

    const stopped = processing.stop({ limitInMs: 1_000 });
    await vi.advanceTimersByTimeAsync(11_000);

    await stopped;
  });
});

/** Waits until another connection to this database waits for a lock. */
async function untilSomebodyWaits(client: pg.Client): Promise<void> {
  // The test's timers are fake, so only the queries take time.
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const { rows } = await client.query(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (rows.length > 0) return;
  }
  throw new Error('No connection waited for a lock.');
}

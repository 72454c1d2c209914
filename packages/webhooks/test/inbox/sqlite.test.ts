import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { startWritingThread } from '@escrow-kit/tools/writing-thread';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { groupCommit } from '../../src/inbox/group-commit.ts';
import { createSqliteInbox, type SqliteInboxOptions, type SqliteTransaction } from '../../src/inbox/sqlite.ts';
import type { HandleEvent, Inbox } from '../../src/index.ts';
import { incoming } from './support/describe-inboxes.ts';
import { untilCounts } from './support/until.ts';

/** A path in a folder that everybody may read. */
function createPath(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  return join(folder, 'inbox.db');
}

function openInbox(options: SqliteInboxOptions): Inbox {
  const inbox = createSqliteInbox(options);
  onTestFinished(() => inbox.close());
  return inbox as Inbox;
}

function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  onTestFinished(() => database.close());
  return database;
}

describe('a SQLite inbox that cannot be opened names the option and the remedy', () => {
  function createTextFile(): string {
    const path = createPath();
    writeFileSync(path, 'This is a text, and a rather long one at that. '.repeat(100));
    return path;
  }

  function createFileOfVersion(version: number): string {
    const path = createPath();
    openDatabase(path).exec(
      `create table webhook_migrations (version, minimum_version);
      insert into webhook_migrations values (${version}, ${version})`,
    );
    return path;
  }

  test.each([
    ['its folder is missing', () => join(temporaryFolder(), 'missing', 'inbox.db'), /^path: .* create its folder/],
    ['it is not a database', createTextFile, /^path: .* not a SQLite database/],
    ['it was written by a newer version', () => createFileOfVersion(7), /^path: .* newer version/],
    ['it was written before the first release', () => createFileOfVersion(1), /^path: .* before the first release/],
    ['it is in memory', () => ':memory:', /^path: name a file/],
    ['it is a URI', () => 'file:events.db', /^path: give a path, such as events.db, not a file: URI/],
  ])('if %s', (_title, givePath, message) => {
    const path = givePath();

    expect(() => createSqliteInbox({ path })).toThrow(
      expect.objectContaining({ code: 'configuration', message: expect.stringMatching(message) }),
    );
  });
});

test('HOOK-4 a SQLite inbox rejects while another connection holds the lock, and handles events again after it', async () => {
  const path = createPath();
  const inbox = openInbox({ path, busyTimeoutInMs: 1 });
  const other = openDatabase(path);
  const { promise: end, resolve: endHandler } = Promise.withResolvers<void>();
  onTestFinished(() => endHandler());
  const errors = Promise.withResolvers<unknown>();
  inbox.start(({ milestoneId }) => (milestoneId === 'long' ? end : undefined), { onError: errors.resolve });
  await inbox.insert(await incoming({ contractId: 'long' }));
  await untilCounts(inbox, { processing: 1 });

  other.exec('begin immediate');
  const locked = { code: 'inbox', message: expect.stringContaining('database is locked') };
  await expect(inbox.insert(await incoming())).rejects.toMatchObject(locked);
  await expect(inbox.ready()).rejects.toMatchObject(locked);
  await errors.promise;
  other.exec('rollback');
  for (let event = 0; event < 5; event += 1) await inbox.insert(await incoming({ contractId: `later-${event}` }));

  await untilCounts(inbox, { done: 5, pending: 0, processing: 1 });
});

test('a SQLite inbox waits while another one creates the same file', async () => {
  const path = createPath();
  await startWritingThread(path);

  expect(await openInbox({ path }).insert(await incoming())).toBe('stored');
});

test('a SQLite inbox of modules that were evaluated again reports the first one that handles its file, by another path', async () => {
  const path = createPath();
  const errors: unknown[] = [];
  openInbox({ path }).start(() => {});
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      const { url, ...found } = next(specifier, context);
      return { ...found, url: url.includes('/webhooks/src/') ? `${url}?again` : url };
    },
  });
  onTestFinished(() => hooks.deregister());
  const again = await import('../../src/inbox/sqlite.ts');

  const inbox = again.createSqliteInbox({ path: relative(process.cwd(), path) });
  onTestFinished(() => inbox.close());
  inbox.start(() => {}, { onError: (error) => errors.push(error) });

  expect(again.createSqliteInbox).not.toBe(createSqliteInbox);
  expect(errors).toMatchObject([
    { code: 'inbox', message: expect.stringContaining('keep the receiver on globalThis') },
  ]);
});

test('HOOK-3 a group of events is committed although others keep arriving', async () => {
  const insert = groupCommit((events: readonly string[]) => events.map((value) => ({ value })));
  const giveUpAt = performance.now() + 5_000;
  let isStored = false;

  const first = insert('first').then(() => {
    isStored = true;
  });
  const others: Promise<unknown>[] = [];
  while (!isStored && performance.now() < giveUpAt) {
    others.push(insert('other'));
    await nextTurn();
  }

  expect(isStored).toBe(true);
  await Promise.all([first, ...others]);
});

// Windows has no such modes.
describe.skipIf(process.platform === 'win32')('only the owner can read the files of a SQLite inbox', () => {
  const endings = ['', '-wal', '-shm', '-processing'];
  const modesOf = (path: string): string[] =>
    endings.map((ending) => (statSync(`${path}${ending}`).mode & 0o777).toString(8));

  beforeAll(() => {
    const mask = process.umask(0o000);
    return () => void process.umask(mask);
  });

  /** Stores an event and handles it, so that every file exists. */
  async function handleOne(inbox: Inbox): Promise<void> {
    await inbox.insert(await incoming());
    inbox.start(() => {});
    await untilCounts(inbox, { done: 1 });
  }

  /** Throws if the file is locked. */
  function lockInOtherProcess(path: string): void {
    const program = `
      const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
      new DatabaseSync(${JSON.stringify(path)}, { timeout: 0 }).exec('begin exclusive');`;
    execFileSync(process.execPath, ['--eval', program], { stdio: 'pipe' });
  }

  test('if an application has created the database and uses it, or an older version has', async () => {
    const path = createPath();
    const application = openDatabase(path);
    application.exec('pragma journal_mode = wal; create table orders (id text)');
    writeFileSync(`${path}-processing`, '');
    for (const ending of endings) chmodSync(`${path}${ending}`, 0o664);

    await handleOne(openInbox({ path }));

    expect(modesOf(path)).toEqual(['600', '600', '600', '600']);
    application.exec("insert into orders values ('order-1')");
  });

  test('if the path is a link to a missing database, beside that database, whose lock both paths share', async () => {
    const [target, link] = [createPath(), createPath()];
    symlinkSync(target, link);

    await handleOne(openInbox({ path: link }));
    // It leaves the locks of the first one in place.
    openInbox({ path: target }).start(() => {});

    expect(modesOf(target)).toEqual(['600', '600', '600', '600']);
    expect(readdirSync(dirname(link))).toEqual(['inbox.db']);
    expect(() => lockInOtherProcess(`${target}-processing`)).toThrow('database is locked');
  });
});

describe('the transaction of a SQLite inbox', () => {
  /** Handles one event in one attempt; resolves with the stored event and what was written. */
  async function handleOnce(handle: HandleEvent<SqliteTransaction>) {
    const path = createPath();
    const inbox = createSqliteInbox({ path });
    onTestFinished(() => inbox.close());
    const database = openDatabase(path);
    database.exec('create table notes (text text)');
    await inbox.insert(await incoming());
    inbox.start(handle, { attempts: 1, onError: () => {} });
    await untilCounts(inbox as Inbox, { pending: 0, processing: 0 });
    const [event] = await inbox.find();
    return { event, notes: database.prepare('select text from notes').all() };
  }

  test('fails the attempt for an async write, whose rejection does not end the process', async () => {
    const { event } = await handleOnce((_event, { transaction }) => {
      transaction(async (database) => {
        await Promise.resolve();
        database.exec('insert into missing values (1)');
      });
    });

    expect(event).toMatchObject({ status: 'dead', lastError: expect.stringContaining('must not be async') });
    // An unhandled rejection would end the test run.
    await nextTurn();
  });

  test('fails the attempt, with all of its writes, if the database refuses one', async () => {
    const { event, notes } = await handleOnce((_event, { transaction }) => {
      transaction((database) => database.exec(`insert into notes values ('first')`));
      transaction((database) => database.exec('insert into missing values (1)'));
    });

    expect(event).toMatchObject({ status: 'dead', lastError: expect.stringContaining('no such table') });
    expect(notes).toEqual([]);
  });

  test('takes no write once its handler has ended', async () => {
    let late: SqliteTransaction | undefined;
    await handleOnce((_event, { transaction }) => {
      late = transaction;
      throw new Error('no');
    });

    expect(() => late?.(() => {})).toThrow('has ended');
  });

  test('fails the attempt if the handler ends it', async () => {
    const { event, notes } = await handleOnce((_event, { transaction }) => {
      transaction((database) => database.exec(`insert into notes values ('mine'); rollback`));
    });

    expect(event).toMatchObject({ status: 'dead', lastError: expect.stringContaining('transaction ended early') });
    expect(notes).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Inbox } from '../../src/index.ts';
import { createSqliteInbox } from '../../src/sqlite-inbox/create-sqlite-inbox.ts';
import { incoming } from './support/events.ts';
import { untilCounts } from './support/until.ts';

const endings = ['', '-wal', '-shm', '-processing'];

// Windows has no such modes.
describe.skipIf(process.platform === 'win32').each([
  ['022', 0o022],
  ['000', 0o000],
])('under the umask %s, only the owner can read the files of a SQLite inbox', (_umask, umask) => {
  let mask: number;
  beforeAll(() => {
    mask = process.umask(umask);
  });
  afterAll(() => void process.umask(mask));

  test('if it creates them', async () => {
    const path = createPath();

    await handleOne(openInbox(path));

    expect(modesOf(path)).toEqual({ '': '600', '-wal': '600', '-shm': '600', '-processing': '600' });
  });

  test('if the application has created the database, and uses it', async () => {
    const path = createPath();
    const application = new DatabaseSync(path);
    onTestFinished(() => application.close());
    application.exec('pragma journal_mode = wal; create table orders (id text)');
    for (const ending of endings.slice(0, 3)) chmodSync(`${path}${ending}`, 0o644);

    await handleOne(openInbox(path));

    expect(modesOf(path)).toEqual({ '': '600', '-wal': '600', '-shm': '600', '-processing': '600' });
    application.exec("insert into orders values ('order-1')");
  });

  test('if an older version has left them readable', async () => {
    const path = createPath();
    const older = createSqliteInbox({ path });
    await handleOne(older);
    await older.close();
    for (const ending of ['', '-processing']) chmodSync(`${path}${ending}`, 0o664);

    await handleOne(openInbox(path), 2);

    expect(modesOf(path)).toEqual({ '': '600', '-wal': '600', '-shm': '600', '-processing': '600' });
  });

  test('if the path is a link to a missing database, beside that database', async () => {
    const { link, target } = createLink();

    await handleOne(openInbox(link));

    expect(modesOf(target)).toEqual({ '': '600', '-wal': '600', '-shm': '600', '-processing': '600' });
    expect(readdirSync(dirname(link))).toEqual(['deep', 'link.db']);
  });

  test('if the path is a link to a database that others can read, beside that database', async () => {
    const { link, target } = createLink();
    const application = new DatabaseSync(target);
    onTestFinished(() => application.close());
    application.exec('pragma journal_mode = wal; create table orders (id text)');
    for (const ending of endings.slice(0, 3)) chmodSync(`${target}${ending}`, 0o644);

    await handleOne(openInbox(link));

    expect(modesOf(target)).toEqual({ '': '600', '-wal': '600', '-shm': '600', '-processing': '600' });
    expect(readdirSync(dirname(link))).toEqual(['deep', 'link.db']);
  });
});

test.skipIf(process.platform === 'win32')('two paths to one file share the lock of the processing', async () => {
  const { link, target } = createLink();
  await handleOne(openInbox(link));

  expect(() => lockInOtherProcess(`${realpathSync(target)}-processing`)).toThrow('database is locked');
});

test.each(['file:events.db', 'file:missing/events.db', 'file:///events.db'])(
  'the URI %s is refused with what to give instead, and creates nothing',
  (path) => {
    const before = readdirSync('.');

    expect(() => createSqliteInbox({ path })).toThrow(
      expect.objectContaining({
        code: 'configuration',
        message: 'path: give a path, such as events.db, not a file: URI.',
      }),
    );
    expect(readdirSync('.')).toEqual(before);
  },
);

test('another inbox on the same file, in the same process, leaves the locks of the first one in place', async () => {
  const path = createPath();
  const first = openInbox(path);
  await handleOne(first);

  openInbox(path).start(() => {});

  expect(() => lockInOtherProcess(`${path}-processing`)).toThrow('database is locked');
});

/** Throws if the file is locked. */
function lockInOtherProcess(path: string): void {
  const program = `
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    new DatabaseSync(${JSON.stringify(path)}, { timeout: 0 }).exec('begin exclusive');`;
  execFileSync(process.execPath, ['--eval', program], { stdio: 'pipe' });
}

/** A path in a folder that everybody may read. */
function createPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-inbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  return join(folder, 'inbox.db');
}

/** A link to a missing database, by a path that is right only if the link in it is followed before its `..`. */
function createLink(): { link: string; target: string } {
  const folder = dirname(createPath());
  for (const name of ['links', 'data/deep', 'data/real']) mkdirSync(join(folder, name), { recursive: true });
  symlinkSync('../data/deep', join(folder, 'links', 'deep'));
  symlinkSync('deep/../real/inbox.db', join(folder, 'links', 'link.db'));
  return { link: join(folder, 'links', 'link.db'), target: join(folder, 'data', 'real', 'inbox.db') };
}

function openInbox(path: string): Inbox {
  const inbox = createSqliteInbox({ path });
  onTestFinished(() => inbox.close());
  return inbox as Inbox;
}

/** Stores an event and handles it, so that every file exists. */
async function handleOne(inbox: Pick<Inbox, 'insert' | 'start' | 'counts'>, done = 1): Promise<void> {
  await inbox.insert(await incoming({ contractId: `milestone-${done}` }));
  inbox.start(() => {});
  await untilCounts(inbox as Inbox, { done });
}

function modesOf(path: string): Record<string, string> {
  const modeOf = (ending: string) => (statSync(`${path}${ending}`).mode & 0o777).toString(8);
  return Object.fromEntries(endings.map((ending) => [ending, modeOf(ending)]));
}

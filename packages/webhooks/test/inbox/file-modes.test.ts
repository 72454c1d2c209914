import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createSqliteInbox } from '../../src/inbox/sqlite.ts';
import type { Inbox } from '../../src/index.ts';
import { createFolder } from '../support/create-folder.ts';
import { incoming } from './support/events.ts';
import { untilCounts } from './support/until.ts';

const endings = ['', '-wal', '-shm', '-processing'];

// Windows has no such modes.
describe.skipIf(process.platform === 'win32')('only the owner can read the files of a SQLite inbox', () => {
  beforeAll(() => {
    const mask = process.umask(0o000);
    return () => void process.umask(mask);
  });

  test('if an application has created the database and uses it, or an older version has', async () => {
    const path = createPath();
    const application = new DatabaseSync(path);
    onTestFinished(() => application.close());
    application.exec('pragma journal_mode = wal; create table orders (id text)');
    writeFileSync(`${path}-processing`, '');
    for (const ending of endings) chmodSync(`${path}${ending}`, 0o664);

    await handleOne(openInbox(path));

    expect(modesOf(path)).toEqual(['600', '600', '600', '600']);
    application.exec("insert into orders values ('order-1')");
  });

  test('if the path is a link to a missing database, beside that database, whose lock both paths share', async () => {
    const { link, target } = createLink();

    await handleOne(openInbox(link));

    expect(modesOf(target)).toEqual(['600', '600', '600', '600']);
    expect(readdirSync(dirname(link))).toEqual(['deep', 'link.db']);
    expect(() => lockInOtherProcess(`${realpathSync(target)}-processing`)).toThrow('database is locked');
  });
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
  const folder = createFolder();
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
async function handleOne(inbox: Inbox): Promise<void> {
  await inbox.insert(await incoming());
  inbox.start(() => {});
  await untilCounts(inbox, { done: 1 });
}

const modesOf = (path: string): string[] =>
  endings.map((ending) => (statSync(`${path}${ending}`).mode & 0o777).toString(8));

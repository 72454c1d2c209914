import { chmod, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startWritingThread } from '@escrow-kit/tools/writing-thread';
import { expect, it, onTestFinished } from 'vitest';
import { createSqliteJournal, type SqliteJournalOptions } from '../../src/journals/sqlite-journal.ts';
import { entryOf } from './stores.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'escrow-sqlite-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

function open(options: SqliteJournalOptions) {
  const journal = createSqliteJournal(options);
  onTestFinished(() => journal.close());
  return journal;
}

const entry = entryOf(1);

async function modesOf(path: string): Promise<string[]> {
  const stats = await Promise.all(['', '-wal', '-shm'].map((end) => stat(path + end)));
  return stats.map(({ mode }) => (mode & 0o777).toString(8));
}

// Windows has no file modes.
it.skipIf(process.platform === 'win32')(
  'only the owner can access its files: new ones, and those of an application whose database the journal is in, by a link',
  async () => {
    const umask = process.umask(0o000);
    onTestFinished(() => void process.umask(umask));
    const folder = await newFolder();
    const [own, shops, link] = ['journal.db', 'shop.db', 'link.db'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    await symlink('shop.db', link);
    const shop = new DatabaseSync(shops);
    onTestFinished(() => shop.close());
    shop.exec('pragma journal_mode = wal; create table orders (id text)');
    for (const end of ['', '-wal', '-shm']) await chmod(shops + end, 0o644);

    for (const path of [own, link]) await open({ path }).save('order-1', entry);

    const ownersOnly = ['600', '600', '600'];
    expect([await modesOf(own), await modesOf(shops)]).toEqual([ownersOnly, ownersOnly]);
    expect(await readdir(folder)).not.toContain('link.db-wal');
  },
);

it('a save that another process blocks for too long fails, and saves nothing', async () => {
  const path = join(await newFolder(), 'journal.db');
  const journal = open({ path, busyTimeoutInMs: 1 });
  const other = new DatabaseSync(path);
  onTestFinished(() => other.close());
  other.exec('begin immediate');

  await expect(journal.save('order-1', entry)).rejects.toMatchObject({
    code: 'journal',
    message: 'The SQLite journal failed: database is locked.',
  });
  other.exec('rollback');

  expect(await journal.load('order-1')).toBeUndefined();
});

it('it waits for another process that is setting up the same new file', async () => {
  const path = join(await newFolder(), 'journal.db');
  await startWritingThread(path);

  await open({ path }).save('order-1', entry);

  expect(await open({ path }).load('order-1')).toEqual(entry);
});

it.each([
  [':memory:', 'options.path must name a file'],
  ['file:journal.db', 'options.path must be a path such as ./journal.db, not a file: URI'],
  [
    'missing/journal.db',
    'options.path, .*missing.journal.db, cannot be used as a SQLite database with the table escrow_flows: ',
  ],
  [
    'text.db',
    'options.path, .*text.db, cannot be used as a SQLite database with the table escrow_flows: file is not a database',
  ],
])('the path %j is refused with a remedy', async (name, message) => {
  const folder = await newFolder();
  await writeFile(join(folder, 'text.db'), 'no database, but a text that is longer than its header');
  const path = /^\w+\.db|\//.test(name) ? join(folder, name) : name;

  expect(() => createSqliteJournal({ path })).toThrow(expect.objectContaining({ code: 'configuration' }));
  expect(() => createSqliteJournal({ path })).toThrow(new RegExp(message));
});

it.each(['Journal', 'j; drop table orders', 'a'.repeat(41)])('the table %j is refused', async (table) => {
  const path = join(await newFolder(), 'journal.db');

  expect(() => createSqliteJournal({ path, table })).toThrow(/options.table must be lower-case letters/);
});

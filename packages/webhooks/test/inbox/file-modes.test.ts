import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Inbox } from '../../src/index.ts';
import { createSqliteInbox } from '../../src/sqlite-inbox/create-sqlite-inbox.ts';
import { incoming } from './support/events.ts';
import { untilCounts } from './support/until.ts';

const endings = ['', '-wal', '-shm', '-processing'];

// Windows has no such modes.
describe.skipIf(process.platform === 'win32')('the files of a SQLite inbox are for their owner alone', () => {
  let mask: number;
  beforeAll(() => {
    mask = process.umask(0o022);
  });
  afterAll(() => void process.umask(mask));

  test('where it creates them', async () => {
    const path = createPath();

    await handleOne(openInbox(path));

    expect(modesOf(path)).toEqual({ '': '600', '-wal': '600', '-shm': '600', '-processing': '600' });
  });

  test('where the application has created the database, and uses it', async () => {
    const path = createPath();
    const application = new DatabaseSync(path);
    onTestFinished(() => application.close());
    application.exec('pragma journal_mode = wal; create table orders (id text)');
    for (const ending of endings.slice(0, 3)) chmodSync(`${path}${ending}`, 0o644);

    await handleOne(openInbox(path));

    expect(modesOf(path)).toEqual({ '': '600', '-wal': '600', '-shm': '600', '-processing': '600' });
    application.exec("insert into orders values ('order-1')");
  });

  test('where an older version has left them readable', async () => {
    const path = createPath();
    const older = createSqliteInbox({ path });
    await handleOne(older);
    await older.close();
    for (const ending of ['', '-processing']) chmodSync(`${path}${ending}`, 0o664);

    await handleOne(openInbox(path), 2);

    expect(modesOf(path)).toEqual({ '': '600', '-wal': '600', '-shm': '600', '-processing': '600' });
  });
});

test('another inbox on the same file, in the same process, leaves the locks of the first one in place', async () => {
  const path = createPath();
  const first = openInbox(path);
  await handleOne(first);

  openInbox(path).start(() => {});

  const program = `
    const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
    new DatabaseSync(${JSON.stringify(`${path}-processing`)}, { timeout: 0 }).exec('begin exclusive');`;
  expect(() => execFileSync(process.execPath, ['--eval', program], { stdio: 'pipe' })).toThrow('database is locked');
});

/** A path in a folder that everybody may look into. */
function createPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-inbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, 0o755);
  return join(folder, 'inbox.db');
}

function openInbox(path: string): Inbox {
  const inbox = createSqliteInbox({ path });
  onTestFinished(() => inbox.close());
  return inbox as Inbox;
}

/** Stores an event and handles it, so that every file is there. */
async function handleOne(inbox: Pick<Inbox, 'insert' | 'start' | 'counts'>, done = 1): Promise<void> {
  await inbox.insert(await incoming({ contractId: `milestone-${done}` }));
  inbox.start(() => {});
  await untilCounts(inbox as Inbox, { done });
}

function modesOf(path: string): Record<string, string> {
  const modeOf = (ending: string) => (statSync(`${path}${ending}`).mode & 0o777).toString(8);
  return Object.fromEntries(endings.map((ending) => [ending, modeOf(ending)]));
}

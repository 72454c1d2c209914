import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createDatabase } from '@escrow-kit/tools/postgres';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import type { JournalEntry, ListableJournal } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { type JournalStore, openJournal } from '../flows/run-flow.ts';

/** Empty stores of one kind of durable journal, all in one place. */
export interface JournalStores {
  create: () => Promise<JournalStore>;
  /** Returns everything that is written in a store. */
  textOf: (store: JournalStore) => Promise<string>;
  /** Replaces the first revision of an entry by a text. */
  damage: (store: JournalStore, key: string, text: string) => Promise<void>;
  dispose: () => Promise<void>;
}

/** A kind of journal. One in memory has no stores. */
export interface JournalKind {
  name: string;
  setUp?: () => Promise<JournalStores>;
}

/** Two journals on one empty store, as two processes would open it; in memory, both are the same. Closed after the test. */
export async function openPair(stores: JournalStores | undefined): Promise<{
  journals: [ListableJournal, ListableJournal];
  store: JournalStore | undefined;
}> {
  if (!stores) {
    const journal = createMemoryJournal();
    return { journals: [journal, journal], store: undefined };
  }
  const store = await stores.create();
  const open = () => {
    const journal = openJournal(store);
    onTestFinished(() => journal.close());
    return journal;
  };
  return { journals: [open(), open()], store };
}

/** Where a store is, as options of the commands. */
export function placeOf(store: JournalStore): string[] {
  if ('folder' in store) return ['--journal', store.folder];
  return 'path' in store ? ['--journal', store.path] : ['--journal', store.connection, '--table', store.table];
}

async function textBelow(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files.map((file) => (file.isFile() ? readFile(join(file.parentPath, file.name), 'latin1') : ''));
  return (await Promise.all(texts)).join('\n');
}

async function setUpFiles(): Promise<JournalStores> {
  const root = await mkdtemp(join(tmpdir(), 'escrow-files-'));
  const folderOf = (store: JournalStore) => ('folder' in store ? store.folder : '');
  return {
    create: async () => ({ folder: await mkdtemp(join(root, 'journal-')) }),
    textOf: (store) => textBelow(folderOf(store)),
    damage: (store, key, text) => writeFile(join(folderOf(store), `key-${key}`, '1.json'), text),
    dispose: () => rm(root, { recursive: true }),
  };
}

async function setUpSqlite(): Promise<JournalStores> {
  const root = await mkdtemp(join(tmpdir(), 'escrow-sqlite-'));
  const pathOf = (store: JournalStore) => ('path' in store ? store.path : '');
  return {
    create: async () => ({ path: join(await mkdtemp(join(root, 'journal-')), 'journal.db') }),
    textOf: (store) => textBelow(join(pathOf(store), '..')),
    async damage(store, key, text) {
      const database = new DatabaseSync(pathOf(store));
      database.prepare('update escrow_flows set entry = ? where key = ?').run(text, key);
      database.close();
    },
    dispose: () => rm(root, { recursive: true }),
  };
}

/** One database, with a table for each store. */
async function setUpPostgres(): Promise<JournalStores> {
  const connection = await createDatabase();
  const pool = new pg.Pool({ connectionString: connection });
  pool.on('error', () => {});
  let count = 0;
  const tableOf = (store: JournalStore) => `escrow_flows.${'table' in store ? store.table : ''}`;
  return {
    create: async () => ({ connection, table: `journal_${++count}` }),
    textOf: async (store) => JSON.stringify((await pool.query(`select * from ${tableOf(store)}`)).rows),
    async damage(store, key, text) {
      await pool.query(`update ${tableOf(store)} set entry = $1 where key = $2`, [text, key]);
    },
    dispose: () => pool.end(),
  };
}

export const durableKinds: Required<JournalKind>[] = [
  { name: 'a file journal', setUp: setUpFiles },
  { name: 'a SQLite journal', setUp: setUpSqlite },
  { name: 'a PostgreSQL journal', setUp: setUpPostgres },
];

export const journalKinds: JournalKind[] = [{ name: 'a memory journal' }, ...durableKinds];

/** When the steps of the entries started. */
export const since = '2026-01-01T00:00:00.000Z';

/** An entry with a done step and a pending one. */
export function entryOf(revision: number, flow = 'openContract'): JournalEntry {
  return {
    flow,
    salt: 'salt-1',
    revision,
    steps: {
      createContract: { status: 'done', inputHash: 'abc', result: 'contract_1' },
      addParties: { status: 'pending', since, inputHash: 'def' },
    },
  };
}

/** Saves such an entry for each revision. */
export async function saveAll(journal: ListableJournal, key: string, ...revisions: number[]): Promise<void> {
  for (const revision of revisions) await journal.save(key, entryOf(revision));
}

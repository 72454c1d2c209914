import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createDatabase } from '@escrow-kit/suite/postgres';
import pg from 'pg';
import type { ListableJournal } from '../../src/index.ts';
import { createFileJournal } from '../../src/journals/file-journal.ts';
import { createPostgresJournal } from '../../src/journals/postgres-journal.ts';
import { type ClosableJournal, createSqliteJournal } from '../../src/journals/sqlite-journal.ts';
import type { FlowStore } from './flow-order.ts';

/** Stores of durable journals, all in one place, which is removed after the test file. */
export interface DurableStores {
  /** Creates an empty store for other processes. */
  create: () => Promise<FlowStore>;
  /** Returns everything that is written in the store. */
  textOf: (store: FlowStore) => Promise<string>;
  /** Opens a journal on the store in this process. */
  open: (store: FlowStore) => ListableJournal;
  /** Replaces the first revision of an entry by a text. */
  damage: (store: FlowStore, key: string, text: string) => Promise<void>;
  /** Closes the journals that were opened. */
  close: () => Promise<void>;
  dispose: () => Promise<void>;
}

/** A kind of durable journal. */
export interface DurableKind {
  name: string;
  setUp: () => Promise<DurableStores>;
}

async function textBelow(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files.map((file) => (file.isFile() ? readFile(join(file.parentPath, file.name), 'latin1') : ''));
  return (await Promise.all(texts)).join('\n');
}

async function setUpFiles(): Promise<DurableStores> {
  const root = await mkdtemp(join(tmpdir(), 'escrow-files-'));
  const folderOf = (store: FlowStore) => ('folder' in store ? store.folder : '');
  return {
    create: async () => ({ folder: await mkdtemp(join(root, 'journal-')) }),
    textOf: (store) => textBelow(folderOf(store)),
    open: (store) => createFileJournal(folderOf(store)),
    damage: (store, key, text) => writeFile(join(folderOf(store), `key-${key}`, '1.json'), text),
    close: async () => {},
    dispose: () => rm(root, { recursive: true }),
  };
}

async function setUpSqlite(): Promise<DurableStores> {
  const root = await mkdtemp(join(tmpdir(), 'escrow-sqlite-'));
  const pathOf = (store: FlowStore) => ('path' in store ? store.path : '');
  const opened: ClosableJournal[] = [];
  const close = async () => {
    await Promise.all(opened.splice(0).map((journal) => journal.close()));
  };
  return {
    close,
    create: async () => ({ path: join(await mkdtemp(join(root, 'journal-')), 'journal.db') }),
    textOf: (store) => textBelow(join(pathOf(store), '..')),
    open(store) {
      const journal = createSqliteJournal({ path: pathOf(store) });
      opened.push(journal);
      return journal;
    },
    async damage(store, key, text) {
      const database = new DatabaseSync(pathOf(store));
      database.prepare('update escrow_flows set entry = ? where key = ?').run(text, key);
      database.close();
    },
    async dispose() {
      await close();
      await rm(root, { recursive: true });
    },
  };
}

/** One database, with a table for each store. */
async function setUpPostgres(): Promise<DurableStores> {
  const connection = await createDatabase();
  const pool = new pg.Pool({ connectionString: connection });
  pool.on('error', () => {});
  let count = 0;
  const tableOf = (store: FlowStore) => ('table' in store ? store.table : '');
  return {
    async create() {
      count += 1;
      return { connection, table: `journal_${count}` };
    },
    async textOf(store) {
      return JSON.stringify((await pool.query(`select * from escrow_flows.${tableOf(store)}`)).rows);
    },
    open: (store) => createPostgresJournal({ pool, table: tableOf(store) }),
    async damage(store, key, text) {
      await pool.query(`update escrow_flows.${tableOf(store)} set entry = $1 where key = $2`, [text, key]);
    },
    close: async () => {},
    dispose: () => pool.end(),
  };
}

export const durableKinds: DurableKind[] = [
  { name: 'a file journal', setUp: setUpFiles },
  { name: 'a SQLite journal', setUp: setUpSqlite },
  { name: 'a PostgreSQL journal', setUp: setUpPostgres },
];

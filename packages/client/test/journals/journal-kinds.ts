import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createDatabase } from '@escrow-kit/suite/postgres';
import pg from 'pg';
import type { ListableJournal } from '../../src/index.ts';
import { createFileJournal } from '../../src/journals/file-journal.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { createPostgresJournal } from '../../src/journals/postgres-journal.ts';
import { createSqliteJournal } from '../../src/journals/sqlite-journal.ts';
import type { OpenedJournal } from '../../src/journals/testing.ts';

/** A kind of journal, on an empty store. */
export interface JournalKind {
  name: string;
  open: () => Promise<DamageableJournal>;
}

/** A journal whose entries a test can damage. */
interface DamageableJournal extends OpenedJournal<ListableJournal> {
  /** Replaces an entry by a text. */
  damage?: (key: string, text: string) => Promise<void>;
}

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'escrow-journal-'));

/** Only the journal can reach its entries. */
export async function openMemory(): Promise<DamageableJournal> {
  const journal = createMemoryJournal();
  return { journal, openAgain: async () => journal };
}

async function openFile(): Promise<DamageableJournal> {
  const folder = await newFolder();
  return {
    journal: createFileJournal(folder),
    openAgain: async () => createFileJournal(folder),
    damage: (key, text) => writeFile(join(folder, `key-${key}`, '1.json'), text),
    close: () => rm(folder, { recursive: true }),
  };
}

async function openSqlite(): Promise<DamageableJournal> {
  const folder = await newFolder();
  const create = () => createSqliteJournal({ path: join(folder, 'journal.db') });
  const journals = [create()];
  return {
    journal: journals[0] as ListableJournal,
    async openAgain() {
      const again = create();
      journals.push(again);
      return again;
    },
    async damage(key, text) {
      const database = new DatabaseSync(join(folder, 'journal.db'));
      database.prepare('update escrow_flows set entry = ? where key = ?').run(text, key);
      database.close();
    },
    async close() {
      await Promise.all(journals.map((journal) => journal.close()));
      await rm(folder, { recursive: true });
    },
  };
}

let database: Promise<pg.Pool> | undefined;
let tables = 0;

async function createPool(): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: await createDatabase(), idleTimeoutMillis: 0, allowExitOnIdle: true });
  return pool.on('error', () => {});
}

/** A separate table, in the one database of the test file. */
async function openPostgres(): Promise<DamageableJournal> {
  database ??= createPool();
  const pool = await database;
  tables += 1;
  const table = `journal_${tables}`;
  const create = () => createPostgresJournal({ pool, table });
  return {
    journal: create(),
    openAgain: async () => create(),
    async damage(key, text) {
      await pool.query(`update escrow_flows.${table} set entry = $1 where key = $2`, [text, key]);
    },
  };
}

export const journalKinds: JournalKind[] = [
  { name: 'a memory journal', open: openMemory },
  { name: 'a file journal', open: openFile },
  { name: 'a SQLite journal', open: openSqlite },
  { name: 'a PostgreSQL journal', open: openPostgres },
];

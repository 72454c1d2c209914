import { readdirSync, statSync } from 'node:fs';
import type { ClosableJournal } from '../src/journals/sql-journal.ts';

interface Place {
  journal?: string;
  schema?: string;
  table?: string;
}

/** Opens a journal that is there, and creates nothing. Its errors quote no URL, because that may hold a password. */
export async function openJournal({ journal: place, schema, table }: Place): Promise<ClosableJournal> {
  if (place === undefined) throw new Error('neither it nor ESCROW_JOURNAL is set');
  if (place.includes('://')) return openPostgres(place, schema, table);
  if (!statSync(place).isDirectory()) return openSqlite(place, table);
  const files = readdirSync(place);
  const hasEntries = files.some((name) => name.startsWith('key-'));
  if (files.length > 0 && !hasEntries) throw new Error(`${place} is a folder without a journal`);
  const { createFileJournal } = await import('@escrow-kit/client/file');
  return { ...createFileJournal(place), close: async () => {} };
}

async function openSqlite(path: string, table = 'escrow_flows'): Promise<ClosableJournal> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(path);
  try {
    // The journal would create the table.
    database.prepare(`select key from "${table}"`);
  } finally {
    database.close();
  }
  const { createSqliteJournal } = await import('@escrow-kit/client/sqlite');
  return createSqliteJournal({ path, table });
}

async function openPostgres(url: string, schema = 'escrow_flows', table = 'journal'): Promise<ClosableJournal> {
  if (!/^postgres(ql)?:/.test(url) || !URL.canParse(url)) throw new Error('it is not a postgres:// URL');
  const { createPool, remedyFor } = await import('@escrow-kit/shared/postgres').catch((cause) => {
    throw new Error('PostgreSQL needs the package pg: npm install pg', { cause });
  });
  const pool = createPool({ connectionString: url });
  // The journal would create the table.
  const check = async () => pool.query('select $1::regclass', [`${schema}.${table}`]).finally(() => pool.end());
  await check().catch((cause) => {
    throw new Error(remedyFor(cause) ?? cause.message, { cause });
  });
  const { createPostgresJournal } = await import('@escrow-kit/client/postgres');
  return createPostgresJournal({ connection: url, schema, table });
}

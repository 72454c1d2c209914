import { Kysely, PostgresAdapter, type Transaction } from 'kysely';
import { migrate } from './migrate.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';
import type { Tables } from './tables.ts';

/** The open database. Functions that take a {@link Db} work inside and outside of a transaction. */
export type Database = Kysely<Tables>;
export type Db = Kysely<Tables> | Transaction<Tables>;

/** Where state is kept. In memory by default. */
export interface StorageOptions {
  /** Folder of the embedded store. Default: none, state is kept in memory. */
  dataFolder?: string | undefined;
  /** A PostgreSQL, such as `postgres://user@host/database`. Default: none, the embedded store is used. */
  databaseUrl?: string | undefined;
}

/** Opens the database and brings its tables up to date. */
export async function openDatabase({ dataFolder, databaseUrl }: StorageOptions): Promise<Database> {
  const dialect = databaseUrl === undefined ? openSqlite(dataFolder) : await openPostgres(databaseUrl);
  const db = new Kysely<Tables>({ dialect });
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Tells the two databases apart, for the one statement that several processes need and SQLite does not know. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

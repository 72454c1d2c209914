import { Kysely, PostgresAdapter, type Transaction, WithSchemaPlugin } from 'kysely';
import { type MigrationSteps, migrate } from './migrate.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite, sqliteSteps } from './open-sqlite.ts';
import { postgresSchema, postgresSteps } from './postgres-schema.ts';
import type { Tables } from './tables.ts';

/** The open database. Functions that take a {@link Db} work inside and outside a transaction. */
export type Database = Kysely<Tables>;
export type Db = Kysely<Tables> | Transaction<Tables>;

/** Where to keep state. Default: in memory. */
export interface StorageOptions {
  /** Folder of the embedded store. Default: none; state is kept in memory. */
  dataFolder?: string | undefined;
  /**
   * A PostgreSQL, such as `postgres://user@host/database`. All state is in its schema `escrow_sandbox`, which is created if it
   * is missing; nothing else in the database is touched. Default: none; the embedded store is used.
   */
  databaseUrl?: string | undefined;
}

/** Opens the database and brings its tables up to date. */
export function openDatabase({ dataFolder, databaseUrl }: StorageOptions): Promise<Database> {
  return databaseUrl === undefined ? openOnSqlite(dataFolder) : openOnPostgres(databaseUrl);
}

async function openOnSqlite(dataFolder: string | undefined): Promise<Database> {
  return migrated(new Kysely<Tables>({ dialect: await openSqlite(dataFolder) }), sqliteSteps);
}

/** Every statement names the schema, because a pooler may lose a search path. */
async function openOnPostgres(databaseUrl: string): Promise<Database> {
  const dialect = await openPostgres(databaseUrl);
  return migrated(new Kysely<Tables>({ dialect, plugins: [new WithSchemaPlugin(postgresSchema)] }), postgresSteps);
}

async function migrated(db: Database, steps: MigrationSteps): Promise<Database> {
  try {
    await migrate(db, steps);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Which database it is, for the one clause that several processes need and SQLite does not have. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

import {
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresAdapter,
  replaceWithNoncontingentExpression,
  type Transaction,
  WithSchemaPlugin,
} from 'kysely';
import { createTables, type StoreSteps } from './create-tables.ts';
import { openPostgres, postgresSchema, postgresSteps } from './open-postgres.ts';
import { openSqlite, sqliteSteps } from './open-sqlite.ts';
import type { StorageOptions } from './storage-options.ts';
import type { Tables } from './tables.ts';

/** The open database. Functions that take a {@link Db} work inside and outside a transaction. */
export type Database = Kysely<Tables>;
export type Db = Kysely<Tables> | Transaction<Tables>;

/** Finds nothing `in` an empty list, which is no SQL of PostgreSQL. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

/** Opens the database and creates its tables if they are missing. */
export async function openDatabase({ dataFolder, databaseUrl }: StorageOptions): Promise<Database> {
  if (databaseUrl === undefined) {
    return prepared(new Kysely({ dialect: await openSqlite(dataFolder), plugins: [emptyLists] }), sqliteSteps);
  }
  // Every statement names the schema, because a pooler may lose a search path.
  const plugins = [new WithSchemaPlugin(postgresSchema), emptyLists];
  return prepared(new Kysely({ dialect: await openPostgres(databaseUrl), plugins }), postgresSteps);
}

async function prepared(db: Database, steps: StoreSteps): Promise<Database> {
  try {
    await createTables(db, steps);
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

/**
 * Reads in a transaction whose statements all see the same moment. In a default transaction of PostgreSQL, a statement sees what
 * others have committed since the one before.
 */
export function inSnapshot<Result>(db: Database, read: (trx: Db) => Promise<Result>): Promise<Result> {
  const transaction = db.transaction();
  return (isPostgres(db) ? transaction.setIsolationLevel('repeatable read') : transaction).execute(read);
}

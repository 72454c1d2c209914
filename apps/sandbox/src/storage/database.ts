import { HandleEmptyInListsPlugin, Kysely, replaceWithNoncontingentExpression, type Transaction } from 'kysely';
import { createTables } from './create-tables.ts';
import { openSqlite } from './open-sqlite.ts';
import type { Tables } from './tables.ts';

/** The open database. Functions that take a {@link Db} work inside and outside a transaction. */
export type Database = Kysely<Tables>;
export type Db = Kysely<Tables> | Transaction<Tables>;

/** Finds nothing `in` an empty list, for which SQLite would read the whole table. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

/** Opens the database, in memory without a folder, and creates its tables if they are missing. */
export async function openDatabase(dataFolder: string | undefined): Promise<Database> {
  const db: Database = new Kysely({ dialect: await openSqlite(dataFolder), plugins: [emptyLists] });
  try {
    await createTables(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

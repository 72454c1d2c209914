import { isSoak } from '@escrow-kit/suite';
import { createDatabase } from '@escrow-kit/suite/postgres';
import pg from 'pg';
import { postgresSchema } from '../../src/storage/postgres-schema.ts';
import type { StorageOptions } from '../../src/storage/storage-options.ts';
import { tenantTableNames } from '../../src/storage/tables.ts';

/** The stores on which every rule is tested. */
export const stores = ['SQLite', 'PostgreSQL'] as const;
export type Store = (typeof stores)[number];

/** For tests of what hardly depends on the store, as the pages of the checkout: SQLite, and in `pnpm soak` both. */
export const sqliteOrBoth: readonly Store[] = isSoak ? stores : ['SQLite'];

/** Databases with empty tables, and connections that empty them. Creating one takes ten times as long as emptying one. */
const emptyDatabases: string[] = [];
const cleaners = new Map<string, pg.Pool>();

/** The options of an empty store: SQLite in memory, or a PostgreSQL database that nobody else uses. */
export async function createStore(store: Store): Promise<StorageOptions> {
  if (store === 'SQLite') return {};
  return { databaseUrl: emptyDatabases.pop() ?? (await createDatabase()) };
}

/** Empties the stores of closed sandboxes, for reuse in this worker. */
export async function giveBackStore({ databaseUrl }: StorageOptions): Promise<void> {
  if (databaseUrl === undefined) return;
  const cleaner = cleaners.get(databaseUrl) ?? openCleaner(databaseUrl);
  cleaners.set(databaseUrl, cleaner);
  await cleaner.query(
    [...tenantTableNames, 'tenants'].map((table) => `delete from ${postgresSchema}."${table}"`).join(';'),
  );
  emptyDatabases.push(databaseUrl);
}

/** Open until the worker ends. */
function openCleaner(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', () => {});
  return pool;
}

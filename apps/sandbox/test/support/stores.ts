import { createDatabase } from '@escrow-kit/suite/postgres';
import pg from 'pg';
import type { StorageOptions } from '../../src/storage/database.ts';
import { postgresSchema } from '../../src/storage/postgres-schema.ts';
import { tenantTables } from '../../src/storage/tenant-tables.ts';

/** The stores on which every rule is tested. */
export const stores = ['SQLite', 'PostgreSQL'] as const;
export type Store = (typeof stores)[number];

/** Databases with empty tables. Creating one takes ten times as long as emptying one. */
const emptyDatabases: string[] = [];

/** The options of an empty store: SQLite in memory, or a PostgreSQL database that nobody else uses. */
export async function createStore(store: Store): Promise<StorageOptions> {
  if (store === 'SQLite') return {};
  return { databaseUrl: emptyDatabases.pop() ?? (await createDatabase()) };
}

/** Empties the stores of closed sandboxes, for reuse in this worker. */
export async function giveBackStore({ databaseUrl }: StorageOptions): Promise<void> {
  if (databaseUrl === undefined) return;
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query([...tenantTables, 'tenants'].map((table) => `delete from ${postgresSchema}."${table}"`).join(';'));
  await client.end();
  emptyDatabases.push(databaseUrl);
}

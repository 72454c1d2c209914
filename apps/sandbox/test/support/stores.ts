import { createDatabase } from '@escrow-kit/suite/postgres';
import type { StorageOptions } from '../../src/storage/database.ts';

/** The stores that every rule holds on. */
export const stores = ['SQLite', 'PostgreSQL'] as const;
export type Store = (typeof stores)[number];

/** The options of an empty store: SQLite in memory, or a PostgreSQL database of its own. */
export async function createStore(store: Store): Promise<StorageOptions> {
  return store === 'SQLite' ? {} : { databaseUrl: await createDatabase() };
}

import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import type { StorageOptions } from '../../src/storage/database.ts';

/** The stores that every rule holds on. */
export const stores = ['SQLite', 'PostgreSQL'] as const;
export type Store = (typeof stores)[number];

/** The options of an empty store: SQLite in memory, or a PostgreSQL database of its own. */
export async function createStore(store: Store): Promise<StorageOptions> {
  return store === 'SQLite' ? {} : { databaseUrl: await createDatabase() };
}

/** Creates an empty PostgreSQL database and returns its address. It goes away with the server. */
export async function createDatabase(): Promise<string> {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client(`${server}/postgres`);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return `${server}/${name}`;
}

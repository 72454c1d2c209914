import { createDatabase } from '@escrow-kit/tools/postgres';
import type { Pool } from 'pg';
import {
  createPostgresInbox,
  createPostgresPool,
  type PostgresInboxOptions,
  type PostgresTransaction,
} from '../../../src/inbox/postgres.ts';
import type { Inbox } from '../../../src/index.ts';

/** A database with the schema of an inbox and a table of notes, all empty. */
export interface InboxDatabase {
  connection: string;
  /** Connections to it, which stay open. */
  pool: Pool;
}

const tables = ['notes', ...['events', 'queue', 'quarantine', 'pause'].map((name) => `escrow_webhooks.${name}`)];

let created: Promise<InboxDatabase> | undefined;

/** The same database for each test: emptying it is many times as fast as creating and migrating one. */
export async function emptyDatabase(): Promise<InboxDatabase> {
  created ??= createInboxDatabase();
  const database = await created;
  await database.pool.query(tables.map((table) => `delete from ${table}`).join(';'));
  return database;
}

/**
 * An inbox that notices retries soon, with three workers for ten: each has its own connection, and connecting is most of the
 * work of these tests.
 */
export function createInboxForTests(options: PostgresInboxOptions): Inbox<PostgresTransaction> {
  const inbox = createPostgresInbox({ pollIntervalInMs: 20, ...options });
  return { ...inbox, start: (handle, options) => inbox.start(handle, { concurrency: 3, ...options }) };
}

async function createInboxDatabase(): Promise<InboxDatabase> {
  const connection = await createDatabase();
  const inbox = createPostgresInbox({ connection });
  await inbox.ready();
  await inbox.close();
  const pool = createPostgresPool({ connectionString: connection, max: 4, idleTimeoutMillis: 0 });
  await pool.query('create table notes (id serial, text text)');
  return { connection, pool };
}

import { createDatabase } from '@escrow-kit/suite/postgres';
import pg from 'pg';
import type { Inbox } from '../../../src/index.ts';
import {
  createPostgresInbox,
  type PostgresInboxOptions,
  type PostgresTransaction,
} from '../../../src/postgres-inbox/create-postgres-inbox.ts';

/** A database with the schema of an inbox and a table of notes, all empty. */
export interface InboxDatabase {
  connection: string;
  /** One connection to it, which stays open. */
  pool: pg.Pool;
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
  // Does not keep the process running if nobody closes it.
  const pool = new pg.Pool({ connectionString: connection, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  pool.on('error', () => {});
  await pool.query('create table notes (id serial, text text)');
  return { connection, pool };
}

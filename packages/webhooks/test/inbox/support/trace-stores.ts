import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPool } from '@escrow-kit/postgres-pool';
import { createDatabase } from '@escrow-kit/suite/postgres';
import type { Inbox } from '../../../src/index.ts';
import { createPostgresInbox } from '../../../src/postgres-inbox/index.ts';
import { createSqliteInbox } from '../../../src/sqlite-inbox/index.ts';
import type { ChildOptions } from './child.ts';

/** What the handler of a child process wrote, in the order of the commits. */
export interface Trace {
  event_key: string;
  milestone: string;
  status: string;
  late: number;
}

/** A durable store that child processes share, with a table for what their handlers do. */
export interface TraceStore {
  store: ChildOptions['store'];
  /** An inbox of the test's own process, to look into the store. */
  inbox: Inbox;
  traces(): Promise<Trace[]>;
  dispose(): Promise<void>;
}

const columns = 'event_key text, milestone text, status text, late integer';

export async function createSqliteTraces(): Promise<TraceStore> {
  const folder = await mkdtemp(join(tmpdir(), 'escrow-inbox-'));
  const path = join(folder, 'inbox.db');
  const inbox = createSqliteInbox({ path });
  const database = new DatabaseSync(path);
  database.exec(`create table traces (id integer primary key, ${columns})`);
  return {
    store: { path },
    inbox: inbox as Inbox,
    traces: async () => database.prepare('select * from traces order by id').all() as unknown as Trace[],
    async dispose() {
      await inbox.close();
      database.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** On an empty database: by default one of the server that the tests share. */
export async function createPostgresTraces(database?: string): Promise<TraceStore> {
  const connection = database ?? (await createDatabase());
  const inbox = await createPostgresInbox({ connection });
  const pool = createPool({ connectionString: connection, max: 1 });
  await pool.query(`create table traces (id serial, ${columns})`);
  return {
    store: { connection },
    inbox: inbox as Inbox,
    traces: async () => (await pool.query<Trace>('select * from traces order by id')).rows,
    async dispose() {
      await inbox.close();
      await pool.end();
    },
  };
}

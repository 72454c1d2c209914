import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createPool } from '@escrow-kit/shared/postgres';
import type { ClientBase } from 'pg';
import { createMemoryInbox, type MemoryTransaction } from '../../../src/inbox/memory.ts';
import { createPostgresInbox } from '../../../src/inbox/postgres.ts';
import { createSqliteInbox, type SqliteTransaction } from '../../../src/inbox/sqlite.ts';
import type { Inbox } from '../../../src/index.ts';

/** An inbox with a table in which handlers write notes through their transaction. */
interface OpenedInbox {
  inbox: Inbox;
  /** The notes whose transactions were committed. */
  notes(): Promise<string[]>;
  /** Another inbox on the same store, as another process would have it. */
  openAgain(): Promise<Inbox>;
  dispose(): Promise<void>;
}

/** What the handler of a child process noted, in the order of the commits. */
export interface Trace {
  key: string;
  milestone: string;
}

/** The secret of the children. */
export const secret = 'whsec_children';

/** A kind of inbox that outlives its process. */
export interface DurableKind extends InboxKind {
  /** Creates the table of notes. */
  createNotes: string;
  /** Opens the inbox of a child process. */
  connect(address: string): Promise<Inbox>;
  /** Runs a statement on a store, and resolves with its rows. */
  query(address: string, statement: string, values?: unknown[]): Promise<unknown[]>;
  /** Overwrites the stored body of an event, given the body and the key. */
  damage: string;
  /** Finds a place for a new store. */
  findPlace(): Promise<{ address: string; dispose(): void }>;
}

/** A kind of inbox. */
export interface InboxKind {
  name: string;
  isDurable: boolean;
  open(options?: { now?: () => Date }): Promise<OpenedInbox>;
  /** Writes a note through the transaction that a handler was given, so that an event that is handled twice leaves two. */
  note(transaction: unknown, text: string): Promise<void>;
}

const memory: InboxKind = {
  name: 'memory',
  isDurable: false,
  async open(options) {
    const written: string[] = [];
    const inbox = createMemoryInbox({ database: written, ...options });
    return {
      inbox: inbox as Inbox,
      notes: async () => [...written],
      openAgain: () => Promise.reject(new Error('It is not durable.')),
      dispose: () => inbox.close(),
    };
  },
  note: async (transaction, text) =>
    (transaction as MemoryTransaction<string[]>)((database) => {
      database.push(text);
    }),
};

export const sqlite: DurableKind = {
  name: 'SQLite',
  isDurable: true,
  createNotes: 'create table notes (id integer primary key, text text)',
  async open(options) {
    const { address: path, dispose } = await sqlite.findPlace();
    const inboxes = [createSqliteInbox({ path, ...options })];
    const reader = new DatabaseSync(path);
    reader.exec(sqlite.createNotes);
    return {
      inbox: inboxes[0] as Inbox,
      notes: async () => Array.from(reader.prepare('select text from notes order by id').all(), textOf),
      async openAgain() {
        const again = createSqliteInbox({ path, ...options });
        inboxes.push(again);
        return again as Inbox;
      },
      async dispose() {
        await Promise.all(inboxes.map((inbox) => inbox.close()));
        reader.close();
        dispose();
      },
    };
  },
  connect: async (path) => createSqliteInbox({ path }) as Inbox,
  async note(transaction, text) {
    (transaction as SqliteTransaction)((database) => {
      database.prepare('insert into notes (text) values (?)').run(text);
    });
  },
  async query(path, statement, values = []) {
    const database = new DatabaseSync(path);
    const rows = database.prepare(statement).all(...(values as string[]));
    database.close();
    return rows;
  },
  damage: 'update webhook_events set raw_body = cast(? as blob) where key = ?',
  async findPlace() {
    const folder = mkdtempSync(join(tmpdir(), 'escrow-inbox-'));
    return { address: join(folder, 'inbox.db'), dispose: () => rmSync(folder, { recursive: true }) };
  },
};

export const postgres: DurableKind = {
  name: 'PostgreSQL',
  isDurable: true,
  createNotes: 'create table notes (id serial, text text)',
  async open(options) {
    // A child process cannot load what only a test run has.
    const { createInboxForTests, emptyDatabase } = await import('./empty-database.ts');
    const { pool } = await emptyDatabase();
    const inboxes: Inbox[] = [];
    const create = async () => {
      const inbox = createInboxForTests({ pool, ...options }) as Inbox;
      inboxes.push(inbox);
      await inbox.ready();
      return inbox;
    };
    return {
      inbox: await create(),
      notes: async () => (await pool.query('select text from notes order by id')).rows.map(textOf),
      openAgain: create,
      async dispose() {
        await Promise.all(inboxes.map((opened) => opened.close()));
      },
    };
  },
  async connect(connection) {
    const inbox = createPostgresInbox({ connection, pollIntervalInMs: 100 });
    await inbox.ready();
    return inbox as Inbox;
  },
  async note(transaction, text) {
    await (transaction as ClientBase).query('insert into notes (text) values ($1)', [text]);
  },
  async query(connection, statement, values = []) {
    const pool = createPool({ connectionString: connection, max: 1 });
    return (await pool.query(statement, values).finally(() => pool.end())).rows;
  },
  damage: `update escrow_webhooks.events set raw_body = convert_to($1, 'UTF8') where key = $2`,
  async findPlace() {
    const { createDatabase } = await import('@escrow-kit/tools/postgres');
    // It is removed with its server.
    return { address: await createDatabase(), dispose() {} };
  },
};

const textOf = ({ text }: { text?: unknown }): string => String(text);

/** The only list of the kinds. Every kind in it is tested against all promises of an inbox. */
export const durableKinds: DurableKind[] = [sqlite, postgres];
export const inboxKinds: InboxKind[] = [memory, ...durableKinds];

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ClientBase } from 'pg';
import type { Inbox } from '../../../src/inbox/inbox.ts';
import { createMemoryInbox, type MemoryTransaction } from '../../../src/memory-inbox/create-memory-inbox.ts';
import { createSqliteInbox, type SqliteTransaction } from '../../../src/sqlite-inbox/index.ts';
import { createInboxForTests, emptyDatabase } from './empty-database.ts';

/** An inbox with a table beside it, into which handlers write through their transaction. */
export interface OpenedInbox {
  inbox: Inbox;
  /** Writes a note through the transaction that a handler was given. */
  note(transaction: unknown, text: string): Promise<void>;
  /** The notes whose transactions were committed. */
  notes(): Promise<string[]>;
  /** Another inbox on the same store, as another process would have it. */
  openAgain(): Promise<Inbox>;
  dispose(): Promise<void>;
}

/** A kind of inbox. */
export interface InboxKind {
  name: string;
  isDurable: boolean;
  open(): Promise<OpenedInbox>;
}

async function openMemory(): Promise<OpenedInbox> {
  const inbox = createMemoryInbox();
  const written: string[] = [];
  return {
    inbox,
    note: async (transaction, text) => (transaction as MemoryTransaction)(() => written.push(text)),
    notes: async () => [...written],
    openAgain: () => Promise.reject(new Error('It is not durable.')),
    dispose: () => inbox.close(),
  };
}

async function openSqlite(): Promise<OpenedInbox> {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-inbox-'));
  const path = join(folder, 'inbox.db');
  const inboxes = [createSqliteInbox({ path })];
  const reader = new DatabaseSync(path);
  reader.exec('create table notes (text text)');
  return {
    inbox: inboxes[0] as Inbox,
    async note(transaction, text) {
      (transaction as SqliteTransaction)((database) => {
        database.prepare('insert into notes values (?)').run(text);
      });
    },
    notes: async () =>
      reader
        .prepare('select text from notes order by rowid')
        .all()
        .map(({ text }) => String(text)),
    async openAgain() {
      const again = createSqliteInbox({ path });
      inboxes.push(again);
      return again as Inbox;
    },
    async dispose() {
      await Promise.all(inboxes.map((inbox) => inbox.close()));
      reader.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openPostgres(): Promise<OpenedInbox> {
  const { connection, pool } = await emptyDatabase();
  const create = async () => (await createInboxForTests(connection)) as Inbox;
  const inbox = await create();
  const inboxes = [inbox];
  return {
    inbox,
    async note(transaction, text) {
      await (transaction as ClientBase).query('insert into notes (text) values ($1)', [text]);
    },
    notes: async () => (await pool.query('select text from notes order by id')).rows.map(({ text }) => text),
    async openAgain() {
      const again = await create();
      inboxes.push(again);
      return again;
    },
    async dispose() {
      await Promise.all(inboxes.map((opened) => opened.close()));
    },
  };
}

export const memory: InboxKind = { name: 'memory', isDurable: false, open: openMemory };
export const sqlite: InboxKind = { name: 'SQLite', isDurable: true, open: openSqlite };
export const postgres: InboxKind = { name: 'PostgreSQL', isDurable: true, open: openPostgres };

import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { enableWriteAheadLog, isUri, keepPrivate } from '@escrow-kit/shared/sqlite';
import { EscrowError } from '../index.ts';
import { isText } from '../rules/guards.ts';
import type { PickFromEntry } from './entries.ts';
import { type ClosableJournal, checkName, optionError, type RowToWrite, readRow, toRowJournal } from './sql-journal.ts';

export type { ClosableJournal };

/** The options of a SQLite journal. */
export interface SqliteJournalOptions {
  /**
   * The database file, on a disk of this machine. It is created if it does not exist, and may contain your own tables. Two more files
   * beside it hold the latest commits (`-wal`, `-shm`). Only their owner can access them (0600): if other users of the machine could
   * read one, its mode is changed, unless it has another owner. If the path is a symbolic link, they are beside its target. A `file:`
   * URI is refused.
   */
  path: string;
  /** The table, `escrow_flows` by default. It is created on first use. Lower-case letters, digits and underscores. */
  table?: string;
  /**
   * How long a save waits for another process that is writing the file, 5000 by default. The wait blocks this whole process, so keep
   * transactions on the file short.
   */
  busyTimeoutInMs?: number;
}

/**
 * Creates a journal in one SQLite file, for any number of processes of one machine. It uses `node:sqlite`. Each save waits for the
 * disk.
 * @throws EscrowError `configuration`, with a remedy, if the file cannot be used.
 */
export function createSqliteJournal(options: SqliteJournalOptions): ClosableJournal {
  const { path, table = 'escrow_flows', busyTimeoutInMs = 5_000 } = options ?? {};
  checkName('createSqliteJournal', 'table', table);
  const { database, statements } = open(path, { table, busyTimeoutInMs });
  return {
    ...toRowJournal({
      find: async (key) => runOrFail(() => statements.find.get({ key })?.['entry'] as string | undefined),
      write: async (row) => Number(runOrFail(() => insertOrUpdate(statements, row)).changes),
      pickFromAll: async (pick) => pickFrom(statements.findAll, pick),
      pickFromPending: async (pick) => pickFrom(statements.findPending, pick),
      async remove(keys) {
        for (const key of keys) runOrFail(() => statements.remove.run({ key }));
      },
    }),
    async close() {
      database.close();
    },
  };
}

/** Reads the rows of a statement one by one. */
const pickFrom = <Kept>(statement: StatementSync, pick: PickFromEntry<Kept>): Kept[] =>
  runOrFail(() => {
    const kept: Kept[] = [];
    for (const row of statement.iterate()) {
      kept.push(...pick(readRow({ key: String(row['key']), entry: String(row['entry']) })));
    }
    return kept;
  });

type Statements = Readonly<Record<'find' | 'findPending' | 'findAll' | 'insert' | 'update' | 'remove', StatementSync>>;

function prepare(database: DatabaseSync, table: string): Statements {
  return {
    find: database.prepare(`select entry from ${table} where key = :key`),
    findPending: database.prepare(`select key, entry from ${table} where is_pending = 1`),
    findAll: database.prepare(`select key, entry from ${table}`),
    remove: database.prepare(`delete from ${table} where key = :key`),
    insert: database.prepare(
      `insert into ${table} (key, revision, is_pending, entry) values (:key, :revision, :isPending, :entry)
        on conflict (key) do nothing`,
    ),
    update: database.prepare(
      `update ${table} set revision = :revision, is_pending = :isPending, entry = :entry
        where key = :key and revision = :revision - 1`,
    ),
  };
}

function insertOrUpdate({ insert, update }: Statements, { key, revision, isPending, text }: RowToWrite) {
  return (revision === 1 ? insert : update).run({ key, revision, isPending: isPending ? 1 : 0, entry: text });
}

/** Runs a statement, and turns SQLite's error into one of the journal. */
function runOrFail<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (cause) {
    if (cause instanceof EscrowError) throw cause;
    throw new EscrowError('journal', `The SQLite journal failed: ${messageOf(cause)}.`, { cause });
  }
}

/** Opens the file, and creates the table. Every commit waits for the disk. */
function open(
  path: string,
  { table, busyTimeoutInMs }: Required<Omit<SqliteJournalOptions, 'path'>>,
): { database: DatabaseSync; statements: Statements } {
  if (!isText(path) || path === ':memory:') {
    throw optionError('createSqliteJournal', 'options.path must name a file: in memory nothing survives');
  }
  if (isUri(path)) {
    throw optionError('createSqliteJournal', 'options.path must be a path, such as ./journal.db, and no file: URI');
  }
  try {
    const database = new DatabaseSync(keepPrivate(path), { timeout: busyTimeoutInMs });
    enableWriteAheadLog(database, busyTimeoutInMs);
    database.exec('pragma synchronous = full');
    // One statement, so that only one of several processes that open a new file creates the table.
    database.exec(
      `create table if not exists ${table} (
        key text primary key, revision integer not null, is_pending integer not null, entry text not null
      ) strict, without rowid`,
    );
    return { database, statements: prepare(database, table) };
  } catch (cause) {
    const problem = `options.path, ${path}, cannot be used as a SQLite database with the table ${table}: ${messageOf(cause)}`;
    throw optionError('createSqliteJournal', problem, cause);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

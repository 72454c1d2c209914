import { DatabaseSync } from 'node:sqlite';
import { enableWriteAheadLog, keepPrivate } from '@escrow-kit/shared/sqlite';
import { EscrowError } from '../index.ts';
import { isText } from '../json.ts';
import {
  type ClosableJournal,
  checkName,
  columnsOf,
  createSqlJournal,
  optionError,
  type RunStatement,
} from './sql-journal.ts';

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

const creator = 'createSqliteJournal';

/**
 * Creates a journal in one SQLite file, for any number of processes of one machine. It uses `node:sqlite`. Each save waits for the
 * disk.
 * @throws EscrowError `configuration`, with a remedy, if the file cannot be used.
 */
export function createSqliteJournal(options: SqliteJournalOptions): ClosableJournal {
  const { path, table = 'escrow_flows', busyTimeoutInMs = 5_000 } = options ?? {};
  checkName(creator, 'table', table);
  const database = open(path, { table, busyTimeoutInMs });
  const run: RunStatement = async (sql, values) => {
    try {
      // SQLite takes $1 for a name.
      const byName = Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));
      return database.prepare(sql).all(byName);
    } catch (cause) {
      throw new EscrowError('journal', `The SQLite journal failed: ${messageOf(cause)}.`, { cause });
    }
  };
  return { ...createSqlJournal(table, run), close: async () => database.close() };
}

/** Opens the file, and creates the table. Every commit waits for the disk. */
function open(path: string, { table, busyTimeoutInMs }: { table: string; busyTimeoutInMs: number }): DatabaseSync {
  if (!isText(path) || path === ':memory:') {
    throw optionError(creator, 'options.path must name a file: a database in memory does not survive a crash');
  }
  if (path.startsWith('file:')) {
    throw optionError(creator, 'options.path must be a path such as ./journal.db, not a file: URI');
  }
  try {
    const database = new DatabaseSync(keepPrivate(path), { timeout: busyTimeoutInMs });
    enableWriteAheadLog(database, busyTimeoutInMs);
    database.exec('pragma synchronous = full');
    // One statement, so that only one of several processes that open a new file creates the table.
    database.exec(`create table if not exists ${table} (${columnsOf('integer')}) strict, without rowid`);
    return database;
  } catch (cause) {
    const problem = `options.path, ${path}, cannot be used as a SQLite database with the table ${table}: ${messageOf(cause)}`;
    throw optionError(creator, problem, cause);
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

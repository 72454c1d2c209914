import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, SqliteDialect, type SqliteStatement } from 'kysely';

/**
 * How many pages of 4 KB the log may hold before a commit has to write them to the file and wait for the disk. Usually a quiet
 * moment comes earlier.
 */
const pagesBeforeForcedCheckpoint = 16_000;

/** The dialect for Node's SQLite: in memory, or in a folder that only this process uses. */
export async function openSqlite(folder?: string): Promise<Dialect> {
  const database = new DatabaseSync(folder === undefined ? ':memory:' : await privateFile(folder));
  // One process for each folder: SQLite holds the lock and releases it when the process dies.
  database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal;');
  database.exec(`pragma wal_autocheckpoint = ${pagesBeforeForcedCheckpoint}`);
  const checkpoints = checkpointWhenQuiet(database);
  const statements = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    if (sql === 'rollback' && !database.isTransaction) return nothing;
    const statement = statements.get(sql) ?? toKyselyStatement(database.prepare(sql), checkpoints.putOff);
    statements.set(sql, statement);
    return statement;
  };
  const close = () => {
    checkpoints.stop();
    database.close();
  };
  return new SqliteDialect({ database: { prepare, close } });
}

async function privateFile(folder: string): Promise<string> {
  // Loaded on use, because the store in memory starts without it.
  const { keepPrivate } = await import('@escrow-kit/shared/sqlite');
  return keepPrivate(join(folder, 'sandbox.sqlite'));
}

/** Skips the rollback if SQLite has already rolled back, as it does without space, because its error would hide the cause. */
const nothing: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

/** Kysely passes the parameters as one list, Node takes them one by one. */
function toKyselyStatement(statement: StatementSync, onUse: () => void): SqliteStatement {
  const values = (parameters: readonly unknown[]) => {
    onUse();
    return parameters as SQLInputValue[];
  };
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

/** The idle time before a checkpoint. */
const quietInMs = 100;

/** Checkpoints that wait for a quiet moment. Each use of the store starts the wait again. */
interface QuietCheckpoints {
  /** Call it at each use of the store. */
  putOff(): void;
  stop(): void;
}

/**
 * Moves commits from the log into the file while the store is idle. SQLite would do that within a commit, which then waits for
 * the disk: up to seconds if others write to it.
 */
function checkpointWhenQuiet(database: DatabaseSync): QuietCheckpoints {
  const timer = setTimeout(() => {
    try {
      database.exec('pragma wal_checkpoint(passive)');
    } catch {
      // During a transaction, or without space. A later one does it, and a write without space reports it.
    }
  }, quietInMs).unref();
  return {
    putOff: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  };
}

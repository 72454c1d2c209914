import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, SqliteDialect, type SqliteStatement, sql } from 'kysely';
import { keepPrivate } from './keep-private.ts';
import type { MigrationSteps } from './migrate.ts';

/**
 * How many pages of 4 KB the log holds before a commit has to write them into the file, and wait for the disk: that is done
 * before where there is a quiet moment.
 */
const pagesBeforeForcedCheckpoint = 16_000;

/** The dialect over Node's own SQLite: in memory, or in a folder that this process has to itself. */
export function openSqlite(folder?: string): Dialect {
  const database = new DatabaseSync(folder === undefined ? ':memory:' : privateFile(folder));
  // One process a folder: SQLite itself holds the lock and frees it when the process dies. Several share a PostgreSQL.
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

/** How the tables are brought up to date on SQLite, which no other process can open meanwhile. */
export const sqliteSteps: MigrationSteps = {
  prepare: async () => {},
  async listTables(trx) {
    const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(trx);
    return rows.map(({ name }) => name);
  },
};

function privateFile(folder: string): string {
  const path = join(folder, 'sandbox.sqlite');
  keepPrivate(path);
  return path;
}

/** In place of a rollback that SQLite has done by itself, as it does without space: it would hide why. */
const nothing: SqliteStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [][Symbol.iterator](),
};

/** Kysely hands the parameters as one list, Node takes them one by one. */
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

/** How long nothing has to be asked of the store. */
const quietInMs = 100;

/** Checkpoints that wait for a quiet moment. */
interface QuietCheckpoints {
  /** Says that the store is in use. */
  putOff(): void;
  stop(): void;
}

/**
 * Moves what was committed from the log into the file when nobody asks for anything. SQLite would do so within a commit, and
 * whoever waits for that would wait for the disk as well: up to seconds where others write to it.
 */
function checkpointWhenQuiet(database: DatabaseSync): QuietCheckpoints {
  const timer = setTimeout(() => {
    try {
      database.exec('pragma wal_checkpoint(passive)');
    } catch {
      // In the middle of a transaction, or without space: a later one does it, and a write that finds no space tells.
    }
  }, quietInMs).unref();
  return {
    putOff: () => void timer.refresh(),
    stop: () => clearTimeout(timer),
  };
}

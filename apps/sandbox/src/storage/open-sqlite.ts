import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { type Dialect, SqliteDialect, type SqliteStatement } from 'kysely';
import { keepPrivate } from './keep-private.ts';

/** The dialect over Node's own SQLite: in memory, or in a folder that this process has to itself. */
export function openSqlite(folder?: string): Dialect {
  const database = new DatabaseSync(folder === undefined ? ':memory:' : privateFile(folder));
  // One process a folder: SQLite itself holds the lock and frees it when the process dies. Several share a PostgreSQL.
  database.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = normal;');
  const statements = new Map<string, SqliteStatement>();
  const prepare = (sql: string): SqliteStatement => {
    const statement = statements.get(sql) ?? toKyselyStatement(database.prepare(sql));
    statements.set(sql, statement);
    return statement;
  };
  return new SqliteDialect({ database: { prepare, close: () => database.close() } });
}

function privateFile(folder: string): string {
  const path = join(folder, 'sandbox.sqlite');
  keepPrivate(path);
  return path;
}

/** Kysely hands the parameters as one list, Node takes them one by one. */
function toKyselyStatement(statement: StatementSync): SqliteStatement {
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    iterate: (parameters) => statement.iterate(...values(parameters)),
  };
}

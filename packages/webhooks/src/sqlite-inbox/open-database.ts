import { DatabaseSync } from 'node:sqlite';
import { enableWriteAheadLog, isUri, keepPrivate, resultCodeOf } from '@escrow-kit/shared/sqlite';
import { configurationError, WebhookError } from '../errors/webhook-error.ts';
import { createMigrationsTable, migrationsFrom, type StoredVersion, selectVersion } from '../sql-inbox/schema.ts';
import { sqliteDialect } from './sqlite-statements.ts';

/**
 * Opens the file, which only its owner can read, creates or updates its schema, and makes every commit wait for the disk. `file`
 * is its path without symbolic links.
 */
export function openDatabase(path: string, busyTimeoutInMs: number): { database: DatabaseSync; file: string } {
  if (!path || path === ':memory:') throw configurationError('path: name a file. In memory nothing survives.');
  if (isUri(path)) throw configurationError('path: give a path, such as events.db, not a file: URI.');
  let database: DatabaseSync | undefined;
  try {
    const file = keepPrivate(path);
    database = new DatabaseSync(file, { timeout: busyTimeoutInMs });
    enableWriteAheadLog(database, busyTimeoutInMs);
    database.exec('pragma synchronous = full; pragma foreign_keys = off');
    migrate(database, path);
    return { database, file };
  } catch (error) {
    database?.close();
    throw openingError(error, path);
  }
}

/** Several processes may open a new file at once. The first one to write creates the schema. */
function migrate(database: DatabaseSync, path: string): void {
  database.exec(`begin immediate; ${createMigrationsTable(sqliteDialect)}`);
  const stored = database.prepare(selectVersion(sqliteDialect)).get() as unknown as StoredVersion;
  for (const migration of migrationsFrom(stored, sqliteDialect, `path: ${path}`)) {
    database.exec(migration);
  }
  database.exec('commit');
}

const cannotBeOpened = 'cannot be opened: create its folder, and let this process write there';

const remedyByResultCode: Readonly<Record<number, string>> = {
  8: 'cannot be written: let this process write the file and its folder',
  14: cannotBeOpened,
  26: 'is not a SQLite database: name another file',
};

/** Errors of the system, if a file cannot be created. */
const systemCodes: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS'];

/** The error for a file that cannot be opened. */
function openingError(error: unknown, path: string): WebhookError {
  if (error instanceof WebhookError) return error;
  const isOfSystem = systemCodes.includes((error as { code?: unknown }).code);
  const remedy = isOfSystem ? cannotBeOpened : remedyByResultCode[resultCodeOf(error)];
  return remedy ? configurationError(`path: ${path} ${remedy}.`) : storeError(error);
}

/** The error for a file that cannot be used. */
export function storeError(error: unknown): WebhookError {
  if (error instanceof WebhookError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new WebhookError('inbox', `The SQLite inbox failed: ${message}.`, { cause: error });
}

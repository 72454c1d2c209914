import { DatabaseSync } from 'node:sqlite';
import { enableWriteAheadLog, isUri, keepPrivate } from '@escrow-kit/shared/sqlite';
import { configurationError } from '../errors/webhook-error.ts';
import { createMigrationsTable, migrationsFrom, type StoredVersion, selectVersion } from '../sql-inbox/schema.ts';
import { openingError } from './sqlite-error.ts';
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

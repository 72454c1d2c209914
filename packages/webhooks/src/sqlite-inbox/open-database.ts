import { DatabaseSync } from 'node:sqlite';
import { configurationError } from '../errors/configuration-error.ts';
import { WebhookError } from '../errors/webhook-error.ts';
import { migrations } from './schema.ts';

/** Result codes of SQLite. */
const cannotOpen = 14;
const readOnly = 8;
const notADatabase = 26;

const remedies: Readonly<Record<number, string>> = {
  [cannotOpen]: 'cannot be opened: create its folder, and let this process write there',
  [readOnly]: 'cannot be written: let this process write the file and its folder',
  [notADatabase]: 'is no SQLite database: name another file',
};

/** Opens the file, creates or updates its schema, and makes every commit wait for the disk. */
export function openDatabase(path: string, busyTimeoutInMs: number): DatabaseSync {
  if (!path || path === ':memory:') throw configurationError('path: name a file; in memory nothing survives.');
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(path, { timeout: busyTimeoutInMs });
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = off');
    migrate(database, path);
    return database;
  } catch (error) {
    database?.close();
    throw openingError(error, path);
  }
}

/** Several processes may open a new file at once: the first one to write creates the schema. */
function migrate(database: DatabaseSync, path: string): void {
  database.exec('begin immediate; create table if not exists webhook_schema (version integer not null) strict');
  const row = database.prepare('select max(version) as version from webhook_schema').get();
  const version = Number(row?.['version'] ?? 0);
  if (version > migrations.length) {
    throw configurationError(`path: ${path} was written by a newer version of this package: update the package.`);
  }
  const insert = database.prepare('insert into webhook_schema (version) values (?)');
  migrations.slice(version).forEach((migration, index) => {
    database.exec(migration);
    insert.run(version + index + 1);
  });
  database.exec('commit');
}

function openingError(error: unknown, path: string): unknown {
  if (error instanceof WebhookError) return error;
  const { errcode, message } = error as Error & { errcode?: number };
  const remedy = remedies[(errcode ?? 0) & 0xff];
  return remedy
    ? configurationError(`path: ${path} ${remedy}.`)
    : new WebhookError('inbox', `path: ${path} cannot be used: ${message}.`, { cause: error });
}

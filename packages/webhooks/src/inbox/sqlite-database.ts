import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { enableWriteAheadLog, isBusy, keepPrivate, resultCodeOf } from '@escrow-kit/shared/sqlite';
import { configurationError, WebhookError } from '../errors.ts';
import { groupCommit, type Settled } from './group-commit.ts';
import { StoreLostError } from './inbox.ts';
import {
  createChangeStatements,
  createMigrationsTable,
  highestRank,
  isNotDone,
  isRunning,
  lastResume,
  migrationsFrom,
  type Parameters,
  type SqlDialect,
  type StoredVersion,
  selectVersion,
} from './sql.ts';

/** The open file of a SQLite inbox. */
export interface SqliteFile {
  /** Its real path. */
  file: string;
  database: DatabaseSync;
  /** Runs a statement and returns its rows. */
  run<Row extends object>(text: string, parameters?: Parameters): Row[];
  /** Makes a change in a transaction that it shares with others. Resolves with its result after the commit. */
  commit<Result>(change: () => Result): Promise<Result>;
  /** Throws a StoreLostError if the file is no longer the one at its path. */
  requireFile(): void;
  lock: ProcessingLock;
}

/** Opens the file, which only its owner can read, creates or updates its schema, and makes every commit wait for the disk. */
export function openSqliteFile(path: string, busyTimeoutInMs: number): SqliteFile {
  if (!path || path === ':memory:') throw configurationError('path: name a file. A database in memory would be lost.');
  if (String(path).startsWith('file:'))
    throw configurationError('path: give a path, such as events.db, not a file: URI.');
  let database: DatabaseSync | undefined;
  try {
    const file = keepPrivate(path);
    database = new DatabaseSync(file, { timeout: busyTimeoutInMs });
    enableWriteAheadLog(database, busyTimeoutInMs);
    database.exec('pragma synchronous = full; pragma foreign_keys = off');
    migrate(database, path);
    const requireFile = createFileCheck(resolve(path), file);
    return {
      file,
      database,
      run: createRunSync(database),
      commit: createCommitter(database, requireFile),
      requireFile,
      lock: createProcessingLock(`${file}-processing`),
    };
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

/** The endings of the files that SQLite keeps open beside the database: the log with the latest commits, and the index of that. */
const openFiles = ['-wal', '-shm'];

/**
 * Creates a check that the files at their paths are those that SQLite has open. SQLite does not check that: it goes on committing to
 * files that nobody finds again. Every commit runs it before and after, so no event is acknowledged that is lost.
 *
 * - Whole, at first: the check passes.
 * - Lost, once a file is removed, replaced, or cut off: the check throws the same error each time. Only opening the inbox again ends
 *   that, even if the file comes back: another process may have written its log in the meantime.
 */
function createFileCheck(path: string, file: string): () => void {
  // The path that was given may be a symbolic link, which may be changed.
  const paths = [path, ...openFiles.map((ending) => `${file}${ending}`)];
  const opened = paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats ? [{ path, stats, sizeInBytes: stats.size }] : [];
  });
  let lost: StoreLostError | undefined;

  /** What happened to the files; undefined if nothing did. */
  function findHarm(): string | undefined {
    for (const each of opened) {
      const { path, stats, sizeInBytes } = each;
      const found = statSync(path, { throwIfNoEntry: false });
      if (!found) return `${path} was removed`;
      // Where a file system numbers no files, all have the number 0.
      if (found.ino !== stats.ino || found.dev !== stats.dev) return `${path} was replaced by another file`;
      each.sizeInBytes = found.size;
      if (found.size < sizeInBytes && !isWhole(file)) return `${path} was cut off`;
    }
    return undefined;
  }

  return () => {
    const harm = lost ? undefined : findHarm();
    if (harm) lost = lostError(harm);
    if (lost) throw lost;
  };
}

/**
 * Whether a database is whole of which a file got shorter, as `vacuum` and a checkpoint leave it. Another connection reads it, because
 * ours has pages in memory. Not an empty file: SQLite would take it for a new database, and delete its log.
 */
function isWhole(file: string): boolean {
  if (statSync(file).size === 0) return false;
  const reader = new DatabaseSync(file, { readOnly: true });
  try {
    return reader.prepare('pragma quick_check(1)').get()?.['quick_check'] === 'ok';
  } catch {
    return false;
  } finally {
    reader.close();
  }
}

const lostError = (harm: string): StoreLostError =>
  new StoreLostError(
    `The SQLite inbox lost its file: ${harm}. It accepts no more events. Stop this process, remove any -wal or -shm file that is left, restore the file, and start it again.`,
  );

/** Free, or held by the one process that handles the events of a file. */
interface ProcessingLock {
  /** Takes the lock, unless another process has it. Returns whether this process holds it. */
  take(): boolean;
  release(): void;
}

/**
 * A lock that its process cannot leave behind: a second, empty database whose exclusive lock the operating system frees when the
 * process dies, in whatever way. `take` holds it, `release` frees it; both may be repeated.
 * @param path The second database. It is created if it is missing, readable by its owner only.
 */
function createProcessingLock(path: string): ProcessingLock {
  let held: DatabaseSync | undefined;
  return {
    take() {
      if (held) return true;
      const database = new DatabaseSync(keepPrivate(path), { timeout: 0 });
      try {
        database.exec('begin exclusive');
      } catch (error) {
        database.close();
        if (isBusy(error)) return false;
        throw error;
      }
      held = database;
      return true;
    },
    release() {
      held?.close();
      held = undefined;
    },
  };
}

/**
 * Commits changes in groups: changes that arrive together share one transaction, and so one wait for the disk.
 *
 * - Begun: each change runs in its own savepoint, which is released, or undone if the change throws: its call then rejects alone.
 * - Committed: the calls settle. None settles before.
 * - Rolled back, if the transaction ended early or its commit failed: all calls reject, and nothing of the group is stored.
 * - Lost, if the file is no longer the one at its path: all calls reject.
 */
function createCommitter(database: DatabaseSync, requireFile: () => void): SqliteFile['commit'] {
  const statements = {
    begin: database.prepare('begin immediate'),
    save: database.prepare('savepoint change'),
    release: database.prepare('release change'),
    undo: database.prepare('rollback to change'),
    commit: database.prepare('commit'),
    rollback: database.prepare('rollback'),
  };
  function commitGroup(changes: readonly (() => unknown)[]): Settled<unknown>[] {
    try {
      requireFile();
      statements.begin.run();
      const results = changes.map((change) => commitOne(statements, change));
      statements.commit.run();
      requireFile();
      return results;
    } catch (error) {
      try {
        statements.rollback.run();
      } catch {
        // No transaction is open: it could not begin, or has ended.
      }
      throw storeError(error);
    }
  }
  const commit = groupCommit(commitGroup);
  return <Result>(change: () => Result) => commit(change) as Promise<Result>;
}

type SavepointStatements = Record<'save' | 'release' | 'undo', StatementSync>;

function commitOne({ save, release, undo }: SavepointStatements, change: () => unknown): Settled<unknown> {
  save.run();
  let settled: Settled<unknown>;
  try {
    settled = { value: change() };
  } catch (error) {
    settled = { error };
  }
  try {
    if ('error' in settled) undo.run();
    release.run();
  } catch (cause) {
    // The savepoint went with its transaction. Nothing else tells: Node has `isTransaction` from 22.16 on.
    throw new Error('The transaction ended early: the disk is full, or a handler ended it', { cause });
  }
  return settled;
}

/**
 * The names leave room for the application's own tables in the same file. Times are milliseconds since 1970.
 *
 * `webhook_queue` has a row for each ordering key with open events: the event to handle next, and when it is due, without a
 * time while it is handled. So an index finds the next event, however many are blocked behind it or wait for another attempt.
 */
export const sqliteDialect: SqlDialect = {
  tables: {
    events: 'webhook_events',
    queue: 'webhook_queue',
    quarantine: 'webhook_quarantine',
    pause: 'webhook_pause',
    migrations: 'webhook_migrations',
  },
  types: { sequence: 'integer', bytes: 'blob', time: 'integer' },
  tableOptions: ' strict',
  extraTables: `
  create table webhook_queue (
    ordering_key text primary key,
    seq integer not null,
    due_at integer
  ) strict, without rowid;
  create index webhook_queue_by_due_time on webhook_queue (due_at, seq);
  create index webhook_events_suspects on webhook_events (seq) where status = 'pending' and is_suspect = 1;

  -- One row, which is changed to prove that the file can be written.
  create table webhook_probe (content blob not null) strict;
  insert into webhook_probe values (x'');`,
  // Only the process that has the lock of the file changes events.
  isStillClaimed: 'true',
  // As JSON, because Node 22 reads a text only up to its first U+0000.
  toStoredOrderingKey: (orderingKey) => JSON.stringify(orderingKey),
};

// With the ordering key of the queue, which the attempt takes and queues again, even if that of the event was damaged.
const selectDueFrom = (tables: string): string => `
    select e.*, q.ordering_key as ordering_key, coalesce(e.attempts, 0) + 1 as attempt,
      ${highestRank(sqliteDialect, 'q.ordering_key')} as highest_rank, ${lastResume(sqliteDialect)}
    from ${tables} where q.due_at <= :now and ${isRunning(sqliteDialect)}`;

/** The statements of a SQLite inbox, besides its queries. */
export const sqliteStatements = {
  ...createChangeStatements(sqliteDialect),

  insertEvent: `insert into webhook_events (key, ordering_key, rank, raw_body, received_at)
    values (:key, :orderingKey, :rank, :rawBody, :receivedAt) on conflict (key) do nothing returning seq`,
  revive: `
    update webhook_events set status = 'pending', attempts = 0, is_suspect = 0, replayed_at = :now
    where key = :key and status = 'dead' returning seq, ordering_key`,
  isStored: `select 1 from webhook_events where key = :key and raw_body = :rawBody`,

  // As large as an event may be, and another content each time: SQLite does not write the same one again.
  changeProbe: `update webhook_probe set content = randomblob(65536)`,

  // If the key is queued already, its row stays.
  enqueueKey: `insert into webhook_queue (ordering_key, seq, due_at) values (:orderingKey, :seq, :dueAt)
    on conflict (ordering_key) do nothing`,
  findDue: `
    ${selectDueFrom('webhook_queue q join webhook_events e on e.seq = q.seq')} order by q.due_at, q.seq limit :limit`,
  // Cross, so that SQLite reads the few suspects first.
  findDueSuspect: `
    ${selectDueFrom('webhook_events e cross join webhook_queue q on q.ordering_key = e.ordering_key and q.seq = e.seq')}
    and e.status = 'pending' and e.is_suspect = 1 order by e.seq limit 1`,
  findNextDue: `select min(due_at) as due_at from webhook_queue where due_at > :now`,
  beginAttempt: `
    update webhook_events set status = 'processing', attempts = :attempt, is_suspect = :runsByItself where seq = :seq`,
  takeKey: `update webhook_queue set due_at = null where ordering_key = :orderingKey`,
  dequeueKey: `delete from webhook_queue where ordering_key = :orderingKey`,
  // Queues the first event of the key that is neither done nor dead.
  enqueueNextOfKey: `insert into webhook_queue (ordering_key, seq, due_at)
    select ordering_key, seq, coalesce(retry_at, :now) from webhook_events
    where ordering_key = :orderingKey and status = 'pending' order by seq limit 1`,

  // What a dead process left.
  findLeftBehind: `
    select *, ${lastResume(sqliteDialect)} from webhook_events where status = 'processing' and ${isNotDone} order by seq`,
  resumeKeys: `update webhook_queue set due_at = :now where due_at is null`,
};

/** Prepares each statement once. */
function createRunSync(database: DatabaseSync): SqliteFile['run'] {
  const prepared = new Map<string, StatementSync>();
  function prepare(text: string): StatementSync {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement;
  }
  return <Row extends object>(text: string, parameters: Parameters = {}) =>
    prepare(text).all(toSqliteValues(parameters)) as Row[];
}

function toSqliteValues(parameters: Parameters): Record<string, SQLInputValue> {
  const values: Record<string, unknown> = { ...parameters };
  // A loop for speed: it runs for each statement.
  for (const name in values) {
    const value = values[name];
    if (value instanceof Date) values[name] = value.getTime();
  }
  return values as Record<string, SQLInputValue>;
}

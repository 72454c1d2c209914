import { createHash, randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { configurationError } from '../errors.ts';
import type { IncomingEvent, InsertOutcome } from '../event.ts';
import { groupCommit, type Settled } from './group-commit.ts';
import { createInbox, differentBody, type Inbox, type QuarantinedBody } from './inbox.ts';
import {
  connectionOf,
  createPool,
  databaseError,
  migrate,
  type PostgresConnection,
  requireRights,
  run,
  runScript,
} from './postgres-database.ts';
import { PostgresProcessing } from './postgres-processing.ts';
import { createDialect, createStatements, type PostgresStatements } from './postgres-sql.ts';
import { requireCounts } from './processing.ts';
import { createQueries, quarantineParameters, type SqlDialect, toNewEvent } from './sql.ts';

export { createPostgresPool, type PostgresConnection } from './postgres-database.ts';

/** Options of a PostgreSQL inbox: a connection or a pool, and the rest. */
export type PostgresInboxOptions = PostgresInboxSettings &
  (
    | {
        /**
         * How to reach the database: a connection string, or options of node-postgres. The inbox opens its own connections, and
         * keeps no state in them: a pooler may share sessions by transaction.
         */
        connection: PostgresConnection;
        pool?: never;
        /** How many connections store events. Default: 4. Processing opens others: one for each handler, and one more. */
        connections?: number;
      }
    | {
        /**
         * Your pool, such as one of `createPostgresPool`. Events are stored through it, and `close` leaves it open. Processing
         * opens more connections with the options of the pool: one for each handler, and one more.
         */
        pool: Pool;
        connection?: never;
        connections?: never;
      }
  );

interface PostgresInboxSettings {
  /**
   * The schema of the events, created and updated by the inbox. Default: `escrow_webhooks`. Lower-case letters, digits and
   * underscores, at most 40.
   */
  schema?: string;
  /**
   * The longest time until an event that another process stored, or a due retry, is noticed. Default: 250. What is stored through
   * this inbox is noticed at once.
   */
  pollIntervalInMs?: number;
  /** The clock. Default: the system's. Tests pass their own. */
  now?: () => Date;
}

/**
 * The client whose open transaction marks the event done. Do not begin, commit or roll back with it: resolve or throw.
 */
export type PostgresTransaction = ClientBase;

/**
 * An inbox in PostgreSQL 12 or later, for receivers and workers on any number of machines. It needs the optional peer `pg`. The
 * first call that needs the database connects to it and creates the schema: await `ready()` when the process starts. If the
 * database cannot be used, that call rejects with a WebhookError that names the option and the remedy, and holds no secret.
 * @throws WebhookError with the code `configuration` if an option is missing or malformed.
 */
export function createPostgresInbox(options: PostgresInboxOptions): Inbox<PostgresTransaction> {
  const { schema, pollIntervalInMs, now } = validateAndFill(options);
  const { pool, connection, close } = openPool(options);
  const dialect = createDialect(schema);
  const sql = createStatements(dialect, schema);
  const queries = createQueries(dialect, (text, parameters) => run(pool, text, parameters));
  const storage: Storage = { pool, sql, dialect };
  const insert = groupCommit((group: readonly IncomingEvent[]) => insertGroup(storage, group));

  return createInbox<PostgresTransaction>(
    {
      shared: placeOf(connection, schema),
      open: () => migrate(pool, schema),
      ...queries,
      async tryWriting() {
        await requireRights(pool, schema);
        await tryInserting(storage, now());
      },
      insert,
      quarantine: (body) => quarantine(storage, body),
      replay: async (key) => (await run(pool, sql.revive, { key, now: now() })).length > 0,
      async deleteDone(selection) {
        const deleted = await run<{ ordering_key: string }>(pool, sql.deleteDone, selection);
        const orderingKeys = [...new Set(deleted.map(({ ordering_key }) => ordering_key))];
        if (deleted.length > 0) await run(pool, sql.deleteTurns, { orderingKeys });
        return deleted.length;
      },
      process: (handle, settings) => new PostgresProcessing({ handle, settings, connection, pollIntervalInMs, sql }),
      close,
      toError: databaseError,
    },
    now,
  );
}

function validateAndFill(options: PostgresInboxOptions): Required<PostgresInboxSettings> {
  const { schema = 'escrow_webhooks', pollIntervalInMs = 250, now = () => new Date() } = options;
  requireCounts({ pollIntervalInMs });
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema)) {
    throw configurationError('schema: set it to lower-case letters, digits and underscores, at most 40.');
  }
  return { schema, pollIntervalInMs, now };
}

/** The pool that stores events, and how processing connects. Nothing is connected yet. */
function openPool({ connection, pool: given, connections = 4 }: PostgresInboxOptions) {
  if (given) return { pool: given, connection: connectionOf(given), close: async () => {} };
  requireCounts({ connections });
  const pool = createPool(connection, connections);
  return { pool, connection, close: () => pool.end() };
}

/**
 * The database as it was named, and the schema. A hash, because connection strings have passwords. Undefined if the caller makes the
 * connections: then nothing names the database.
 */
function placeOf(connection: PostgresConnection, schema: string): { kind: string; place: string } | undefined {
  const options = typeof connection === 'string' ? { connectionString: connection } : connection;
  const { connectionString, host, port, database, stream } = options;
  if (stream) return undefined;
  const named = JSON.stringify([connectionString, host, port, database, schema]);
  return { kind: 'PostgreSQL', place: createHash('sha256').update(named).digest('hex') };
}

/** What storing needs. */
interface Storage {
  pool: Pool;
  sql: PostgresStatements;
  dialect: SqlDialect;
}

/** Inserts a trial event and rolls it back. */
async function tryInserting({ pool, sql }: Storage, now: Date): Promise<void> {
  await runScript(pool, [sql.begin, sql.insertEvents, sql.rollback], {
    keys: [`ready ${randomUUID()}`],
    orderingKeys: [''],
    ranks: [0],
    rawBodies: [''],
    times: [now],
  });
}

async function quarantine({ pool, sql }: Storage, body: QuarantinedBody): Promise<void> {
  await run(pool, sql.insertQuarantined, quarantineParameters(body));
}

/** How often events are inserted again after a conflict with another transaction. */
const triesAfterConflicts = 5;
const pauseAfterConflictInMs = [5, 50] as const;

/** Inserts events in one statement. If the database refuses it, inserts each alone, so that one does not fail the others. */
async function insertGroup(
  storage: Storage,
  group: readonly IncomingEvent[],
  tries = triesAfterConflicts,
): Promise<Settled<InsertOutcome>[]> {
  try {
    return (await insertEvents(storage, group)).map((value) => ({ value }));
  } catch (error) {
    const code = String((error as { code?: unknown } | undefined)?.code ?? '');
    // Deadlocks, and what `serializable` refuses: the transaction can be repeated.
    if (code.startsWith('40') && tries > 0) {
      await delay(randomInt(...pauseAfterConflictInMs));
      return insertGroup(storage, group, tries - 1);
    }
    // Errors about the values. Any other error would fail each single event as well.
    const isRefusal = /^(22|23|54|ERR_)/.test(code);
    if (group.length === 1 || !isRefusal) return group.map(() => ({ error }));
    const results: Settled<InsertOutcome>[] = [];
    for (const incoming of group) results.push(...(await insertGroup(storage, [incoming])));
    return results;
  }
}

async function insertEvents(storage: Storage, group: readonly IncomingEvent[]): Promise<InsertOutcome[]> {
  const { pool, sql, dialect } = storage;
  const events = group.map((incoming) => toNewEvent(incoming, dialect));
  const rows = await run<{ key: string }>(pool, sql.insertEvents, {
    keys: events.map(({ key }) => key),
    orderingKeys: events.map(({ orderingKey }) => orderingKey),
    ranks: events.map(({ rank }) => rank),
    rawBodies: events.map(({ rawBody }) => rawBody),
    times: events.map(({ receivedAt }) => receivedAt),
  });
  const stored = new Set(rows.map(({ key }) => key));
  // If events with the same key arrive together, the first one is stored.
  const results = events.map(({ key }): InsertOutcome => (stored.delete(key) ? 'stored' : 'duplicate'));
  const duplicates = group.filter((_, index) => results[index] === 'duplicate');
  if (duplicates.length > 0) await quarantineDifferent(storage, duplicates);
  return results;
}

async function quarantineDifferent(storage: Storage, duplicates: readonly IncomingEvent[]): Promise<void> {
  const rows = await run<{ place: string }>(storage.pool, storage.sql.findDifferent, {
    keys: duplicates.map(({ key }) => key),
    rawBodies: duplicates.map(({ rawBody }) => Buffer.from(rawBody)),
  });
  for (const { place } of rows) {
    const duplicate = duplicates[Number(place) - 1];
    if (duplicate) await quarantine(storage, differentBody(duplicate));
  }
}

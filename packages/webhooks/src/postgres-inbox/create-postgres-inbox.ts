import type { ClientBase, Pool } from 'pg';
import { configurationError } from '../errors/webhook-error.ts';
import { createInbox } from '../inbox/create-inbox.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { requireCounts } from '../processing/processing.ts';
import { createQueries, quarantineParameters } from '../sql-inbox/statements.ts';
import { createInsert } from './insert-group.ts';
import { connectionOf, createPool, databaseError, migrate, type PostgresConnection } from './open-database.ts';
import { processPostgres } from './postgres-processing.ts';
import { createDialect, createRun, createStatements } from './postgres-statements.ts';

export { createPostgresPool, type PostgresConnection } from './open-database.ts';

/** Options of a PostgreSQL inbox: a connection or a pool, and the rest. */
export type PostgresInboxOptions = PostgresInboxSettings &
  (
    | {
        /**
         * How to reach the database: a connection string, or options of node-postgres. The inbox opens its own connections. Each
         * must be a session of its own: a pooler that shares sessions by transaction breaks the locks.
         */
        connection: PostgresConnection;
        pool?: never;
        /** How many connections store events. Default: 4. Processing opens others: one for each handler, and two more. */
        connections?: number;
      }
    | {
        /**
         * Your pool, such as one of `createPostgresPool`. Events are stored through it, and `close` leaves it open. Processing
         * opens connections of its own with the options of the pool: one for each handler, and two more.
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
  /** The longest time until a due retry is noticed. Default: 1000. New events are noticed at once. */
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
  const run = createRun();
  const dialect = createDialect(schema);
  const sql = createStatements(dialect, schema);
  return createInbox<PostgresTransaction>(
    {
      open: () => migrate(pool, schema),
      ...createQueries(dialect, (text, parameters) => run(pool, text, parameters)),
      async tryWriting() {
        await run(pool, sql.changeProbe);
      },
      insert: createInsert({ pool, run, sql, dialect }),
      async quarantine(body) {
        await run(pool, sql.insertQuarantined, quarantineParameters(body));
      },
      replay: async (key) => (await run(pool, sql.revive, { key, now: now() })).length > 0,
      deleteDone: async (selection) => (await run(pool, sql.deleteDone, selection)).length,
      process: (started) => processPostgres({ ...started, connection, pollIntervalInMs, run, sql }),
      close,
      toError: databaseError,
    },
    now,
  );
}

function validateAndFill(options: PostgresInboxOptions): Required<PostgresInboxSettings> {
  const { schema = 'escrow_webhooks', pollIntervalInMs = 1_000, now = () => new Date() } = options;
  requireCounts({ pollIntervalInMs });
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema)) {
    throw configurationError('schema: set it to lower-case letters, digits and underscores, at most 40.');
  }
  return { schema, pollIntervalInMs, now };
}

/** The pool that stores events, and how processing connects. Nothing is connected yet. */
interface OpenedPool {
  pool: Pool;
  connection: PostgresConnection;
  close(): Promise<void>;
}

function openPool({ connection, pool: given, connections = 4 }: PostgresInboxOptions): OpenedPool {
  if (given) return { pool: given, connection: connectionOf(given), async close() {} };
  requireCounts({ connections });
  const pool = createPool(connection, connections);
  return { pool, connection, close: () => pool.end() };
}

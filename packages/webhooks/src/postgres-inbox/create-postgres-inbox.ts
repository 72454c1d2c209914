import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { configurationError } from '../errors/webhook-error.ts';
import { createInbox } from '../inbox/create-inbox.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { requireCounts } from '../processing/processing.ts';
import type { WorkLoop } from '../processing/work-loop.ts';
import { createQueries, quarantineParameters } from '../sql-inbox/statements.ts';
import { createInsert } from './insert-group.ts';
import {
  connectionOf,
  createPool,
  databaseError,
  isSchemaMissing,
  migrate,
  type PostgresConnection,
  requireRights,
} from './open-database.ts';
import { processPostgres } from './postgres-processing.ts';
import { createDialect, createStatements, type PostgresStatements, run, runScript } from './postgres-statements.ts';

export { createPostgresPool, type PostgresConnection } from './open-database.ts';

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
         * opens connections of its own with the options of the pool: one for each handler, and one more.
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
  const insert = createInsert({ pool, sql, dialect });
  const queries = createQueries(dialect, (text, parameters) => run(pool, text, parameters));
  let loop: WorkLoop | undefined;
  return createInbox<PostgresTransaction>(
    {
      open: () => migrate(pool, schema, sql.findMissingRights),
      ...queries,
      tryWriting: () => tryInserting(pool, sql, now()),
      async insert(incoming) {
        const outcome = await insert(incoming);
        loop?.wake();
        return outcome;
      },
      async quarantine(body) {
        await run(pool, sql.insertQuarantined, quarantineParameters(body));
      },
      async replay(key) {
        const revived = await run(pool, sql.revive, { key, now: now() });
        loop?.wake();
        return revived.length > 0;
      },
      async resume(resumedAt) {
        await queries.resume(resumedAt);
        loop?.wake();
      },
      async deleteDone(selection) {
        const deleted = await run<{ ordering_key: string }>(pool, sql.deleteDone, selection);
        const orderingKeys = [...new Set(deleted.map(({ ordering_key }) => ordering_key))];
        if (deleted.length > 0) await run(pool, sql.deleteTurns, { orderingKeys });
        return deleted.length;
      },
      process(started) {
        loop = processPostgres({ ...started, connection, pollIntervalInMs, sql });
        return loop;
      },
      close,
      toError: databaseError,
      isLost: isSchemaMissing,
    },
    now,
  );
}

/** Inserts a trial event and rolls it back. Rejects with the rights that the user of the database lacks. */
async function tryInserting(pool: Pool, sql: PostgresStatements, now: Date): Promise<void> {
  await requireRights(pool, sql.findMissingRights);
  await runScript(pool, [sql.begin, sql.insertEvents, sql.rollback], {
    // Text that no encoding but UTF-8 has.
    keys: [`ready \u062c\u0627\u0647\u0632 ${randomUUID()}`],
    orderingKeys: [''],
    ranks: [0],
    rawBodies: [''],
    times: [now],
  });
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

import type { ClientBase } from 'pg';
import { configurationError } from '../errors.ts';
import { createInbox } from '../inbox/create-inbox.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { isCount } from '../processing/processing.ts';
import { groupCommit } from '../sql-inbox/group-commit.ts';
import { createQueries, quarantineParameters } from '../sql-inbox/statements.ts';
import type { IncomingEvent } from '../stored-event.ts';
import { insertGroup } from './insert-group.ts';
import { createPool, databaseError, migrate, type PostgresConnection } from './open-database.ts';
import { processPostgres } from './postgres-processing.ts';
import { createDialect, createRun, createStatements, statementLimitInMs } from './postgres-statements.ts';

export { createPostgresPool } from './create-postgres-pool.ts';
export type { PostgresConnection } from './open-database.ts';

/** Options of a PostgreSQL inbox. */
export interface PostgresInboxOptions {
  /**
   * How to reach the database: a connection string, or options of node-postgres. The inbox opens its own connections, which must
   * be sessions of their own: a pooler that shares them by transaction breaks the locks.
   */
  connection: PostgresConnection;
  /**
   * The schema of the events, created and updated by the inbox. Default: `escrow_webhooks`. Lower-case letters, digits and
   * underscores, at most 40.
   */
  schema?: string;
  /** How many connections store events. Default: 4. Processing has its own: one for each handler, and two more. */
  connections?: number;
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
 * An inbox in PostgreSQL 12 or later, for receivers and workers on any number of machines. It needs the optional peer `pg`.
 * @throws WebhookError (rejects) if the database cannot be used. It names the option and the remedy, and holds no secret.
 */
export async function createPostgresInbox(options: PostgresInboxOptions): Promise<Inbox<PostgresTransaction>> {
  const { connection, schema, connections, pollIntervalInMs, now } = completeOptions(options);
  const pool = createPool(connection, connections, statementLimitInMs);
  await migrate(pool, schema).catch(async (error) => {
    await pool.end();
    throw databaseError(error);
  });
  const run = createRun(schema);
  const dialect = createDialect(schema);
  const sql = createStatements(dialect, schema);
  return createInbox<PostgresTransaction>(
    {
      ...createQueries(dialect, (text, parameters) => run(pool, text, parameters)),
      insert: groupCommit((group: readonly IncomingEvent[]) => insertGroup({ pool, run, sql, dialect }, group)),
      async quarantine(body) {
        await run(pool, sql.insertQuarantined, quarantineParameters(body));
      },
      replay: async (key) => (await run(pool, sql.revive, { key })).length > 0,
      process: (handle, settings) => processPostgres({ connection, pollIntervalInMs, run, sql, handle, settings }),
      close: () => pool.end(),
      toError: databaseError,
    },
    now,
  );
}

function completeOptions(options: PostgresInboxOptions): Required<PostgresInboxOptions> {
  const {
    connection,
    schema = 'escrow_webhooks',
    connections = 4,
    pollIntervalInMs = 1_000,
    now = () => new Date(),
  } = options;
  for (const [name, value] of Object.entries({ connections, pollIntervalInMs })) {
    if (!isCount(value)) throw configurationError(`${name}: set it to an integer above 0.`);
  }
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema)) {
    throw configurationError('schema: set it to lower-case letters, digits and underscores, at most 40.');
  }
  if (!connection) {
    throw configurationError('connection: set it to a connection string or to the options of node-postgres.');
  }
  return { connection, schema, connections, pollIntervalInMs, now };
}

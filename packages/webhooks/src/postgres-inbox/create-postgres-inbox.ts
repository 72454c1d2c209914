import type { ClientBase, Pool } from 'pg';
import { configurationError } from '../errors/configuration-error.ts';
import { closable } from '../inbox/closable.ts';
import { groupCommit } from '../inbox/group-commit.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { IncomingEvent } from '../inbox/incoming-event.ts';
import type { Processing } from '../inbox/processing.ts';
import { defaultLimit, type EventFilter, type InboxCounts, type StoredEvent } from '../inbox/stored-event.ts';
import { createOneProcessing } from '../processing/one-processing.ts';
import { isCount } from '../processing/processing-settings.ts';
import { createPool, databaseError, type PostgresConnection } from './connect.ts';
import { type Connected, hashOrderingKey, insertGroup, quarantine } from './insert-group.ts';
import { migrate } from './migrate.ts';
import { processOrderingKeys } from './process-ordering-keys.ts';
import { type EventRow, type QuarantineRow, rowToQuarantinedBody, rowToStoredEvent } from './rows.ts';
import { createRunStatement, statementLimitInMs } from './run-statement.ts';
import { type Column, createSql, findEventsSql } from './sql.ts';

/** Where the inbox is. */
export interface PostgresInboxOptions {
  /**
   * How to reach the database: a connection string, or what node-postgres takes. The connections must be sessions of
   * their own; a pooler that shares them by transaction breaks the locks.
   */
  connection: PostgresConnection;
  /**
   * The schema of the events, `escrow_webhooks` by default. It is created and updated by itself. Lower-case letters, digits
   * and underscores, at most 40.
   */
  schema?: string;
  /** How many connections store events, 4 by default. Processing has its own: one a handler, and two. */
  connections?: number;
  /** How soon a retry that has fallen due is noticed, 1000 by default. New events are noticed at once. */
  pollIntervalInMs?: number;
}

/**
 * The client whose transaction, already begun, marks the event done. Don't begin, commit or roll back with it: resolve,
 * or throw.
 */
export type PostgresTransaction = ClientBase;

/**
 * An inbox in PostgreSQL 12 or later, for receivers and workers on any number of machines. The optional peer `pg` has to be
 * installed.
 *
 * Rejects with a WebhookError that names the option and the remedy, and no secret, where the database cannot be used.
 */
export async function createPostgresInbox(options: PostgresInboxOptions): Promise<Inbox<PostgresTransaction>> {
  const { connection, schema = 'escrow_webhooks', connections = 4, pollIntervalInMs = 1_000 } = options;
  for (const [name, value] of Object.entries({ connections, pollIntervalInMs })) {
    if (!isCount(value)) throw configurationError(`${name}: set it to an integer above 0.`);
  }
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema)) {
    throw configurationError('schema: set it to lower-case letters, digits and underscores, at most 40.');
  }
  if (!connection)
    throw configurationError('connection: set it to a connection string, or to what node-postgres takes.');
  const pool = createPool(connection, connections, statementLimitInMs);
  const run = createRunStatement(schema, createSql(schema));
  const tools: Connected = { pool, run };
  await migrate(pool, schema).catch(async (error) => {
    await pool.end();
    throw databaseError(error);
  });
  const insert = groupCommit((group: readonly IncomingEvent[]) => insertGroup(tools, group));
  const processing = createOneProcessing<Processing>();

  return closable({
    insert,
    quarantine: (body) => mapped(quarantine(tools, body)),
    start(handle, processingOptions) {
      return processing.begin(() =>
        processOrderingKeys({ connection, pollIntervalInMs, run }, handle, processingOptions),
      );
    },
    find: (filter) => mapped(find(pool, schema, filter)),
    counts: () => mapped(count(tools, new Date())),
    deadLetters: () => mapped(find(pool, schema, { status: 'dead' })),
    replay: (key) => mapped(run(pool, 'revive', [key]).then((rows) => rows.length > 0)),
    findQuarantined: (limit = defaultLimit) =>
      mapped(run<QuarantineRow>(pool, 'findQuarantined', [limit]).then((rows) => rows.map(rowToQuarantinedBody))),
    async close() {
      await processing.stop();
      await pool.end();
    },
  });
}

/** With the error of the inbox in place of the database's. */
async function mapped<Result>(result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (error) {
    throw databaseError(error);
  }
}

async function find(pool: Pool, schema: string, filter: EventFilter = {}): Promise<StoredEvent[]> {
  const { key, milestoneId, status, limit = defaultLimit } = filter;
  const ordering_key = milestoneId === undefined ? undefined : hashOrderingKey(milestoneId);
  const given = Object.entries({ key, ordering_key, status }).filter(
    (entry): entry is [Column, string] => entry[1] !== undefined,
  );
  const text = findEventsSql(
    schema,
    given.map(([column]) => column),
  );
  const { rows } = await pool.query<EventRow>(text, [limit, ...given.map(([, value]) => value)]);
  return rows.map(rowToStoredEvent);
}

async function count({ pool, run }: Connected, now: Date): Promise<InboxCounts> {
  const counts = { pending: 0, processing: 0, done: 0, dead: 0, quarantined: 0 };
  const oldest: number[] = [];
  const rows = await run<{ status: keyof typeof counts; count: number; oldest: Date | null }>(pool, 'count');
  for (const row of rows) {
    counts[row.status] = row.count;
    if (row.oldest && (row.status === 'pending' || row.status === 'processing')) oldest.push(row.oldest.getTime());
  }
  return { ...counts, oldestAgeInMs: oldest.length > 0 ? now.getTime() - Math.min(...oldest) : undefined };
}

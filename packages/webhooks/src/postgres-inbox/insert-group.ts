import type { Pool } from 'pg';
import type { IncomingEvent, InsertOutcome } from '../event/stored-event.ts';
import { differentBody } from '../inbox/create-inbox.ts';
import { groupCommit, type Settled } from '../sql-inbox/group-commit.ts';
import { toNewEvent } from '../sql-inbox/rows.ts';
import type { SqlDialect } from '../sql-inbox/schema.ts';
import { quarantineParameters } from '../sql-inbox/statements.ts';
import { databaseError } from './open-database.ts';
import type { PostgresStatements, RunPostgres } from './postgres-statements.ts';

/** What the statements outside a handler's transaction need. */
export interface PostgresTools {
  pool: Pool;
  run: RunPostgres;
  sql: PostgresStatements;
  dialect: SqlDialect;
}

/** Creates the `insert` of an inbox: events that arrive together share a statement. */
export const createInsert = (tools: PostgresTools): ((incoming: IncomingEvent) => Promise<InsertOutcome>) =>
  groupCommit((group) => insertGroup(tools, group));

/** Inserts events in one statement. If the database refuses it, inserts each alone, so that one does not fail the others. */
async function insertGroup(tools: PostgresTools, group: readonly IncomingEvent[]): Promise<Settled<InsertOutcome>[]> {
  try {
    return (await insertEvents(tools, group)).map((value) => ({ value }));
  } catch (error) {
    if (group.length === 1 || !isRefusal(error)) return group.map(() => ({ error: databaseError(error) }));
    const results: Settled<InsertOutcome>[] = [];
    for (const incoming of group) results.push(...(await insertGroup(tools, [incoming])));
    return results;
  }
}

/** Errors about the values, and deadlocks. Any other error would fail each single event as well. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(22|23|40|54|ERR_)/.test(String(error.code));

async function insertEvents(tools: PostgresTools, group: readonly IncomingEvent[]): Promise<InsertOutcome[]> {
  const { pool, run, sql, dialect } = tools;
  const events = group.map((incoming) => toNewEvent(incoming, dialect));
  const rows = await run<{ key: string }>(pool, sql.insertEvents, {
    keys: events.map(({ key }) => key),
    orderingKeys: events.map(({ orderingKey }) => orderingKey),
    ranks: events.map(({ rank }) => rank),
    rawBodies: events.map(({ rawBody }) => rawBody),
    times: events.map(({ receivedAt }) => receivedAt),
    traceParents: events.map(({ traceParent }) => traceParent),
  });
  const stored = new Set(rows.map(({ key }) => key));
  // If events with the same key arrive together, the first one is stored.
  const results = events.map(({ key }): InsertOutcome => (stored.delete(key) ? 'stored' : 'duplicate'));
  const duplicates = group.filter((_, index) => results[index] === 'duplicate');
  if (duplicates.length > 0) await quarantineDifferent(tools, duplicates);
  return results;
}

async function quarantineDifferent(
  { pool, run, sql }: PostgresTools,
  duplicates: readonly IncomingEvent[],
): Promise<void> {
  const rows = await run<{ place: string }>(pool, sql.findDifferent, {
    keys: duplicates.map(({ key }) => key),
    rawBodies: duplicates.map(({ rawBody }) => Buffer.from(rawBody)),
  });
  for (const { place } of rows) {
    const duplicate = duplicates[Number(place) - 1];
    if (duplicate) await run(pool, sql.insertQuarantined, quarantineParameters(differentBody(duplicate)));
  }
}

import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { IncomingEvent, InsertOutcome } from '../event/stored-event.ts';
import { differentBody } from '../inbox/create-inbox.ts';
import { groupCommit, type Settled } from '../sql-inbox/group-commit.ts';
import { toNewEvent } from '../sql-inbox/rows.ts';
import type { SqlDialect } from '../sql-inbox/schema.ts';
import { quarantineParameters } from '../sql-inbox/statements.ts';
import { type PostgresStatements, run } from './postgres-statements.ts';

/** What the statements outside a handler's transaction need. */
export interface PostgresTools {
  pool: Pool;
  sql: PostgresStatements;
  dialect: SqlDialect;
}

/** Creates the `insert` of an inbox: events that arrive together share a statement. */
export const createInsert = (tools: PostgresTools): ((incoming: IncomingEvent) => Promise<InsertOutcome>) =>
  groupCommit((group) => insertGroup(tools, group));

/** How often events are inserted again after a conflict with another transaction. */
const triesAfterConflicts = 5;
const pauseAfterConflictInMs = [5, 50] as const;

/** Inserts events in one statement. If the database refuses it, inserts each alone, so that one does not fail the others. */
async function insertGroup(
  tools: PostgresTools,
  group: readonly IncomingEvent[],
  tries = triesAfterConflicts,
): Promise<Settled<InsertOutcome>[]> {
  try {
    return (await insertEvents(tools, group)).map((value) => ({ value }));
  } catch (error) {
    if (isConflict(error) && tries > 0) {
      await delay(randomInt(...pauseAfterConflictInMs));
      return insertGroup(tools, group, tries - 1);
    }
    if (group.length === 1 || !isRefusal(error)) return group.map(() => ({ error }));
    const results: Settled<InsertOutcome>[] = [];
    for (const incoming of group) results.push(...(await insertGroup(tools, [incoming])));
    return results;
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? '');

/** Deadlocks, and what `serializable` refuses: the transaction can be repeated. */
const isConflict = (error: unknown): boolean => codeOf(error).startsWith('40');

/** Errors about the values. Any other error would fail each single event as well. */
const isRefusal = (error: unknown): boolean => /^(22|23|54|ERR_)/.test(codeOf(error));

async function insertEvents(tools: PostgresTools, group: readonly IncomingEvent[]): Promise<InsertOutcome[]> {
  const { pool, sql, dialect } = tools;
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
  if (duplicates.length > 0) await quarantineDifferent(tools, duplicates);
  return results;
}

async function quarantineDifferent({ pool, sql }: PostgresTools, duplicates: readonly IncomingEvent[]): Promise<void> {
  const rows = await run<{ place: string }>(pool, sql.findDifferent, {
    keys: duplicates.map(({ key }) => key),
    rawBodies: duplicates.map(({ rawBody }) => Buffer.from(rawBody)),
  });
  for (const { place } of rows) {
    const duplicate = duplicates[Number(place) - 1];
    if (duplicate) await run(pool, sql.insertQuarantined, quarantineParameters(differentBody(duplicate)));
  }
}

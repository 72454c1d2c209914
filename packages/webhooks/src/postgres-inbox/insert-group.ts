import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { differentBody } from '../inbox/different-body.ts';
import type { Settled } from '../inbox/group-commit.ts';
import type { IncomingEvent, QuarantinedBody } from '../inbox/incoming-event.ts';
import { orderingKeyOf } from '../inbox/ordering-key.ts';
import { statusRank } from '../inbox/status-rank.ts';
import { databaseError } from './connect.ts';
import type { RunStatement } from './run-statement.ts';

/** What became of an insert. */
export type Inserted = 'stored' | 'duplicate';

/** The tools of statements outside a handler's transaction. */
export interface Connected {
  pool: Pool;
  run: RunStatement;
}

/** The name of an ordering key in the database: of fixed length, and of characters that every column takes. */
export const hashOrderingKey = (orderingKey: string): string => createHash('sha256').update(orderingKey).digest('hex');

/** Inserts events in one statement. Where the database refuses it, each alone, so that one does not fail the others. */
export async function insertGroup(tools: Connected, group: readonly IncomingEvent[]): Promise<Settled<Inserted>[]> {
  try {
    return (await insertEvents(tools, group)).map((value) => ({ value }));
  } catch (error) {
    if (group.length > 1 && isRefusal(error)) return await insertEach(tools, group);
    return group.map(() => ({ error: databaseError(error) }));
  }
}

async function insertEach(tools: Connected, group: readonly IncomingEvent[]): Promise<Settled<Inserted>[]> {
  const results: Settled<Inserted>[] = [];
  for (const incoming of group) results.push(...(await insertGroup(tools, [incoming])));
  return results;
}

/** Errors about the values, and deadlocks; after others the connection is gone for each event alone as well. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(22|23|40|54|ERR_)/.test(String(error.code));

async function insertEvents({ pool, run }: Connected, group: readonly IncomingEvent[]): Promise<Inserted[]> {
  const rows = await run<{ key: string }>(pool, 'insertEvents', [
    group.map(({ key }) => key),
    group.map((incoming) => hashOrderingKey(orderingKeyOf(incoming))),
    group.map(({ event }) => statusRank(event) ?? null),
    group.map(({ rawBody }) => Buffer.from(rawBody)),
    group.map(({ receivedAt }) => receivedAt),
  ]);
  const stored = new Set(rows.map(({ key }) => key));
  // Of events that arrive together under one key, the first one is the one that was stored.
  const results = group.map(({ key }): Inserted => (stored.delete(key) ? 'stored' : 'duplicate'));
  await keepDifferent(
    { pool, run },
    group.filter((_, index) => results[index] === 'duplicate'),
  );
  return results;
}

async function keepDifferent({ pool, run }: Connected, duplicates: readonly IncomingEvent[]): Promise<void> {
  if (duplicates.length === 0) return;
  const rows = await run<{ index: string }>(pool, 'findDifferent', [
    duplicates.map(({ key }) => key),
    duplicates.map(({ rawBody }) => Buffer.from(rawBody)),
  ]);
  for (const { index } of rows) {
    const duplicate = duplicates[Number(index) - 1];
    if (duplicate) await quarantine({ pool, run }, { ...duplicate, reason: differentBody(duplicate.key) });
  }
}

export async function quarantine({ pool, run }: Connected, body: QuarantinedBody): Promise<void> {
  const { rawBody, reason, receivedAt } = body;
  const digest = createHash('sha256')
    .update(JSON.stringify([reason, rawBody]))
    .digest();
  await run(pool, 'insertQuarantined', [digest, reason, Buffer.from(rawBody), receivedAt]);
}

import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';

/**
 * A condition: one of the columns contains the text. Ignores the case of ASCII letters. `columns` are names with their table, or
 * expressions.
 */
export function containsText(text: string, columns: (string | RawBuilder<unknown>)[]): RawBuilder<boolean> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const conditions = columns.map((column) => {
    const value = typeof column === 'string' ? sql.ref(column) : column;
    return sql`${value} like ${pattern} escape '\\'`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** The deliveries of a tenant, each with its event. */
export function deliveriesWithEvents(db: Db, tenantId: string) {
  return db
    .selectFrom('deliveries')
    .innerJoin('events', (join) =>
      join.onRef('events.tenantId', '=', 'deliveries.tenantId').onRef('events.id', '=', 'deliveries.eventId'),
    )
    .where('deliveries.tenantId', '=', tenantId);
}

/** The most values of one statement. */
const batchSize = 1000;

/** Splits a list into parts that fit into one statement each, in order. */
export function inBatches<T>(list: readonly T[]): T[][] {
  const count = Math.ceil(list.length / batchSize);
  return Array.from({ length: count }, (_, index) => list.slice(index * batchSize, (index + 1) * batchSize));
}

import { type RawBuilder, sql } from 'kysely';
import { type Db, isPostgres } from './database.ts';

/**
 * A condition: one of the columns holds the text. Small and capital letters are alike, on SQLite those of ASCII alone.
 * `columns` are names with their table, or expressions.
 */
export function containsText(db: Db, text: string, columns: (string | RawBuilder<unknown>)[]): RawBuilder<boolean> {
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const like = sql.raw(isPostgres(db) ? 'ilike' : 'like');
  const conditions = columns.map((column) => {
    const value = typeof column === 'string' ? sql.ref(column) : column;
    return sql`${value} ${like} ${pattern} escape '\\'`;
  });
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** Values of one statement that both databases take, many columns a row included. */
const batchSize = 1000;

/** Cuts a list into parts that fit one statement each, in order. */
export function inBatches<T>(list: readonly T[]): T[][] {
  const count = Math.ceil(list.length / batchSize);
  return Array.from({ length: count }, (_, index) => list.slice(index * batchSize, (index + 1) * batchSize));
}

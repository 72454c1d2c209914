import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import { isPostgres } from './database.ts';

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

import { PostgresAdapter } from 'kysely';
import type { Db } from './database.ts';

/** Tells the two databases apart, for the one statement that several processes need and SQLite does not know. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

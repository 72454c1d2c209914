import { type Database, type Db, isPostgres } from './database.ts';

/**
 * Reads in a transaction whose statements all see the same moment. In a default transaction of PostgreSQL, a statement sees what
 * others have committed since the one before.
 */
export function inSnapshot<Result>(db: Database, read: (trx: Db) => Promise<Result>): Promise<Result> {
  const transaction = db.transaction();
  return (isPostgres(db) ? transaction.setIsolationLevel('repeatable read') : transaction).execute(read);
}

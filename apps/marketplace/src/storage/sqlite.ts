import { DatabaseSync } from 'node:sqlite';
import { createSqliteJournal } from '@escrow-kit/client/sqlite';
import { createSqliteInbox, type SqliteTransaction } from '@escrow-kit/webhooks/sqlite';
import { schema } from './schema.ts';
import { ConflictError, type Statement, type Storage, type Value } from './storage.ts';

/** Opens one file for everything, for one machine. */
export function openSqlite(path: string): Storage<SqliteTransaction> {
  // Opened first, because it creates the file with mode 0600.
  const inbox = createSqliteInbox({ path });
  const journal = createSqliteJournal({ path });
  const database = new DatabaseSync(path, { timeout: 5_000 });
  database.exec(schema);
  return {
    async query<Row>(sql: string, values: Value[] = []) {
      return database.prepare(sql).all(named(values)) as Row[];
    },
    async write(statements) {
      database.exec('begin immediate');
      try {
        run(database, statements);
        database.exec('commit');
      } catch (error) {
        // A failed commit may have ended the transaction already.
        if (database.isTransaction) database.exec('rollback');
        throw error;
      }
    },
    async writeWithEvent(transaction, statements) {
      transaction((inTransaction) => run(inTransaction, statements));
    },
    journal,
    inbox,
    async close() {
      await inbox.close();
      await journal.close();
      database.close();
    },
  };
}

function run(database: DatabaseSync, statements: Statement[]): void {
  for (const statement of statements) {
    const { changes } = database.prepare(statement.sql).run(named(statement.values));
    if (Number(changes) !== 1) throw new ConflictError(statement);
  }
}

/** SQLite reads `$1` as a named parameter. */
const named = (values: Value[]): Record<string, Value> =>
  Object.fromEntries(values.map((value, index) => [`$${index + 1}`, value]));

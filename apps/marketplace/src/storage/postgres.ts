import { createPostgresJournal } from '@escrow-kit/client/postgres-journal';
import { createPostgresInbox, type PostgresTransaction } from '@escrow-kit/webhooks/postgres';
import { Pool } from 'pg';
import { schema } from './schema.ts';
import { ConflictError, type Statement, type Storage, type Value } from './storage.ts';

/** Processes that start at once create the tables one after another. */
const createTables = `begin; select pg_advisory_xact_lock(hashtext('marketplace')); ${schema} commit;`;

/** For any number of processes and machines. */
export async function openPostgres(databaseUrl: string): Promise<Storage<PostgresTransaction>> {
  // As long as a call to the service may take: a database that is slow to answer costs no order.
  const connection = { connectionString: databaseUrl, connectionTimeoutMillis: 30_000 };
  const pool = new Pool(connection);
  pool.on('error', () => {}); // A connection that breaks while nobody uses it is replaced by the next query.
  await pool.query(createTables);
  const inbox = await createPostgresInbox({ connection });
  return {
    async query<Row>(sql: string, values: Value[] = []) {
      const { rows } = await pool.query(sql, values);
      return rows as Row[];
    },
    async write(statements) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await run(client, statements);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      } finally {
        client.release();
      }
    },
    writeWithEvent: run,
    journal: createPostgresJournal({ pool }),
    inbox,
    async close() {
      await inbox.close();
      await pool.end();
    },
  };
}

async function run(client: PostgresTransaction, statements: Statement[]): Promise<void> {
  for (const statement of statements) {
    const { rowCount } = await client.query(statement.sql, statement.values);
    if (rowCount !== 1) throw new ConflictError(statement);
  }
}

import { createPostgresJournal } from '@escrow-kit/client/postgres';
import { createPostgresInbox, createPostgresPool, type PostgresTransaction } from '@escrow-kit/webhooks/postgres';
import { schema } from './schema.ts';
import { ConflictError, type Statement, type Storage, UnavailableError, type Value } from './storage.ts';

/** The lock serializes processes that create the tables at the same time. */
const createTables = `begin; select pg_advisory_xact_lock(hashtext('marketplace')); ${schema} commit;`;

/** Opens a PostgreSQL, for any number of processes. If a connection breaks, its work fails, and the next call opens another. */
export async function openPostgres(databaseUrl: string): Promise<Storage<PostgresTransaction>> {
  // As long as the default deadline of a call to the service: a slow database must not fail an order sooner.
  const connection = { connectionString: databaseUrl, connectionTimeoutMillis: 30_000 };
  const pool = createPostgresPool(connection);
  const inbox = await openInbox().catch(async (error) => {
    await pool.end();
    throw error;
  });
  return {
    async query<Row>(sql: string, values: Value[] = []) {
      const { rows } = await pool.query(sql, values).catch(rethrow);
      return rows as Row[];
    },
    async write(statements) {
      const client = await pool.connect().catch(rethrow);
      let isCommitted = false;
      try {
        await client.query('begin');
        await run(client, statements);
        await client.query('commit');
        isCommitted = true;
      } catch (error) {
        rethrow(error);
      } finally {
        // Closing the connection ends the transaction, even if a rollback cannot be sent.
        client.release(!isCommitted);
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

  async function openInbox() {
    await pool.query(createTables);
    const opened = createPostgresInbox({ connection });
    await opened.ready().catch(async (error) => {
      await opened.close();
      throw error;
    });
    return opened;
  }
}

/** Classes of errors that end or refuse a connection: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const unavailable = /^(08|53|57)/;
const sqlState = /^[0-9A-Z]{5}$/;

/** Rethrows connection errors as `UnavailableError`: those with a SQL state of the classes above, or plain `Error`s without a SQL state. */
function rethrow(error: unknown): never {
  const { code = '' } = error as Error & { code?: string };
  const hasNoClass = (error as Error).constructor === Error;
  const isOfConnection = sqlState.test(code) ? unavailable.test(code) : hasNoClass;
  throw isOfConnection ? new UnavailableError(error as Error) : error;
}

async function run(client: PostgresTransaction, statements: Statement[]): Promise<void> {
  for (const statement of statements) {
    const { rowCount } = await client.query(statement.sql, statement.values);
    if (rowCount !== 1) throw new ConflictError(statement);
  }
}

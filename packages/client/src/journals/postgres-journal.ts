import { createPool, remedyFor, tlsRemedyFor } from '@escrow-kit/shared/postgres';
import type { Pool, PoolConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { EscrowError } from '../index.ts';
import type { PickFromEntry } from './entries.ts';
import { type ClosableJournal, checkName, optionError, readRow, toRowJournal } from './sql-journal.ts';

export type { ClosableJournal };

/** How to reach the database: your pool, or a connection, for which the journal creates its own pool. */
export type PostgresJournalOptions = PostgresJournalNames &
  (
    | {
        /**
         * Your pool. Unless the pool and each connection in use have a listener for `error`, a connection that breaks ends the process;
         * see docs/guide/crashes.md. `close` leaves the pool open.
         */
        pool: Pick<Pool, 'query'>;
        connection?: never;
      }
    | {
        /** A connection string, or the options of node-postgres. */
        connection: string | PoolConfig;
        pool?: never;
      }
  );

/** The names of the journal in the database. */
export interface PostgresJournalNames {
  /** The schema of the table, `escrow_flows` by default. It is created on first use. Lower-case letters, digits, underscores. */
  schema?: string | undefined;
  /** The table, `journal` by default. */
  table?: string | undefined;
}

const creator = 'createPostgresJournal';

/** How long a statement may take. It ends the wait if the network goes silent. */
const statementLimitInMs = 10_000;

/** How many entries a page has when all are read. */
const pageLength = 500;

/** The size of the journal's own pool. A flow runs one statement at a time. */
const connections = 4;

/**
 * Creates a journal in PostgreSQL 12 or later, for any number of processes and machines. It needs the optional peer `pg`. Each
 * statement commits by itself, as durably as the server's `synchronous_commit` says. If a connection is lost, or silent for 10 s, its load or
 * save rejects and the flow ends: run it again with the same key. Such a save may have taken effect, which does no harm, because the
 * next run loads what is stored.
 *
 * The errors of a database that cannot be used contain a remedy, but no address, user or password.
 * @throws EscrowError `configuration` if an option is missing or malformed.
 */
export function createPostgresJournal(options: PostgresJournalOptions): ClosableJournal {
  const { schema = 'escrow_flows', table = 'journal' } = options ?? {};
  const sql = journalSql(checkName(creator, 'schema', schema), checkName(creator, 'table', table));
  const { pool, close } = openPool(options ?? {});
  let created: Promise<unknown> | undefined;

  const query = async <Row extends QueryResultRow>(text: string, values: unknown[] = []): Promise<QueryResult<Row>> => {
    try {
      // After a failure the next call tries again.
      created ??= send(pool, sql.create);
      await created.catch((error) => {
        created = undefined;
        throw error;
      });
      return await send<Row>(pool, text, values);
    } catch (error) {
      throw databaseError(error);
    }
  };

  /** Reads all entries page by page. */
  async function pickFromAll<Kept>(pick: PickFromEntry<Kept>): Promise<Kept[]> {
    const kept: Kept[] = [];
    let last: string | null = null;
    for (;;) {
      const { rows }: QueryResult<Row> = await query<Row>(sql.findPage, [last, pageLength]);
      kept.push(...rows.flatMap((row) => pick(readRow(row))));
      last = rows.at(-1)?.key ?? null;
      if (rows.length < pageLength) return kept;
    }
  }

  return {
    ...toRowJournal({
      find: async (key) => (await query<Row>(sql.find, [key])).rows[0]?.entry,
      async write({ key, revision, isPending, text }) {
        const { rowCount } = await query(revision === 1 ? sql.insert : sql.update, [key, revision, isPending, text]);
        return rowCount ?? 0;
      },
      pickFromAll,
      pickFromPending: async (pick) => (await query<Row>(sql.findPending)).rows.flatMap((row) => pick(readRow(row))),
      async remove(keys) {
        for (let from = 0; from < keys.length; from += pageLength) {
          await query(sql.remove, [keys.slice(from, from + pageLength)]);
        }
      },
    }),
    close,
  };
}

interface Row {
  key: string;
  entry: string;
}

function openPool({ pool, connection }: PostgresJournalOptions): {
  pool: Pick<Pool, 'query'>;
  close: () => Promise<void>;
} {
  if (pool) return { pool, close: async () => {} };
  if (!connection) {
    throw optionError(creator, 'options must have your pool of pg as pool, or a connection string as connection');
  }
  const config = typeof connection === 'string' ? { connectionString: connection } : connection;
  const own = createPool({ max: connections, ...config });
  return { pool: own, close: () => own.end() };
}

const send = <Row extends QueryResultRow>(
  pool: Pick<Pool, 'query'>,
  text: string,
  values: unknown[] = [],
): Promise<QueryResult<Row>> => pool.query<Row>({ text, values, query_timeout: statementLimitInMs } as QueryConfig);

/** Creates the statements for one table. The names are inserted unquoted. */
function journalSql(schema: string, table: string) {
  const name = `${schema}.${table}`;
  return {
    // One statement and so one transaction: if several processes create the table at once, the others wait. If it exists, the user
    // needs no right to create.
    create: `do $$ begin
      if to_regclass('${name}') is null then
        perform pg_advisory_xact_lock(hashtextextended('${name}', 0));
        if to_regnamespace('${schema}') is null then create schema ${schema}; end if;
        create table if not exists ${name} (
          key text primary key, revision integer not null, is_pending boolean not null, entry text not null
        );
        create index if not exists ${table}_pending on ${name} (key) where is_pending;
      end if;
    end $$`,
    find: `select entry from ${name} where key = $1`,
    findPending: `select key, entry from ${name} where is_pending`,
    /** The next rows after a key, in the order of keys. */
    findPage: `select key, entry from ${name} where $1::text is null or key > $1 order by key limit $2`,
    insert: `insert into ${name} (key, revision, is_pending, entry) values ($1, $2, $3, $4) on conflict (key) do nothing`,
    update: `update ${name} set revision = $2, is_pending = $3, entry = $4 where key = $1 and revision = $2 - 1`,
    /** Removes a list of keys. */
    remove: `delete from ${name} where key = any($1::text[])`,
  };
}

/** The error of a database that cannot be used. It contains no address, user or password; its cause may. */
function databaseError(error: unknown): EscrowError {
  const { code = '', message } = error as Error & { code?: string };
  const reason = remedyFor(error) ?? (message || code);
  return new EscrowError(
    tlsRemedyFor(error) ? 'configuration' : 'journal',
    `The PostgreSQL journal failed: ${reason}.`,
    { cause: error },
  );
}

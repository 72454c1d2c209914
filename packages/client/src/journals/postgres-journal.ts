import { createPool, remedyFor, tlsRemedyFor } from '@escrow-kit/shared/postgres';
import type { Pool, PoolConfig, QueryConfig } from 'pg';
import { EscrowError } from '../index.ts';
import {
  type ClosableJournal,
  checkName,
  columnsOf,
  createSqlJournal,
  optionError,
  type RunStatement,
} from './sql-journal.ts';

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
  const names = { schema: checkName(creator, 'schema', schema), table: checkName(creator, 'table', table) };
  const { pool, close } = openPool(options ?? {});
  const send = async (text: string, values: unknown[] = []) =>
    (await pool.query({ text, values, query_timeout: statementLimitInMs } as QueryConfig)).rows;
  let created: Promise<unknown> | undefined;

  const run: RunStatement = async (sql, values) => {
    try {
      // After a failure the next call tries again.
      created ??= send(createTable(names));
      await created.catch((error) => {
        created = undefined;
        throw error;
      });
      return await send(sql, [...values]);
    } catch (error) {
      throw databaseError(error);
    }
  };

  return { ...createSqlJournal(`${schema}.${table}`, run), close };
}

function openPool({ pool, connection }: PostgresJournalOptions): {
  pool: Pick<Pool, 'query'>;
  close: () => Promise<void>;
} {
  if (pool) return { pool, close: async () => {} };
  if (!connection) {
    throw optionError(creator, 'options must have pool (a pool of pg) or connection (a connection string)');
  }
  const config = typeof connection === 'string' ? { connectionString: connection } : connection;
  const own = createPool({ max: connections, ...config });
  return { pool: own, close: () => own.end() };
}

/**
 * The statement that creates schema and table. As one statement, it is one transaction: if several processes create the table at once,
 * the others wait. If it exists, the user needs no right to create. The names are inserted unquoted.
 */
function createTable({ schema, table }: { schema: string; table: string }): string {
  const name = `${schema}.${table}`;
  return `do $$ begin
    if to_regclass('${name}') is null then
      perform pg_advisory_xact_lock(hashtextextended('${name}', 0));
      if to_regnamespace('${schema}') is null then create schema ${schema}; end if;
      create table if not exists ${name} (${columnsOf('boolean')});
      create index if not exists ${table}_pending on ${name} (key) where is_pending;
    end if;
  end $$`;
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

import { createPool } from '@escrow-kit/shared/postgres';
import type { Pool, PoolConfig, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { JournalEntry } from '../index.ts';
import {
  conflict,
  damagedIn,
  isPending,
  keysToPrune,
  parseEntry,
  pendingStepsIn,
  type ReadEntry,
  readEntry,
} from './entries.ts';
import { databaseError } from './postgres-error.ts';
import { journalSql } from './postgres-sql.ts';
import { type ClosableJournal, checkKey, checkName, optionError } from './sql-journal.ts';

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

  /** Reads all entries page by page, and returns those that pass the filter. */
  async function readAll(isWanted: (read: ReadEntry) => boolean): Promise<ReadEntry[]> {
    const wanted: ReadEntry[] = [];
    let last: string | null = null;
    for (;;) {
      const { rows }: QueryResult<Row> = await query<Row>(sql.findPage, [last, pageLength]);
      wanted.push(...rows.map(readRow).filter(isWanted));
      last = rows.at(-1)?.key ?? null;
      if (rows.length < pageLength) return wanted;
    }
  }

  return {
    async load(key) {
      checkKey(key);
      const [row] = (await query<{ entry: string }>(sql.find, [key])).rows;
      return row && parseEntry(key, row.entry);
    },
    async save(key, entry) {
      checkKey(key);
      const { rowCount } = await query(entry.revision === 1 ? sql.insert : sql.update, valuesOf(key, entry));
      if (rowCount !== 1) throw conflict(key);
    },
    async listPendingSteps() {
      const { rows } = await query<Row>(sql.findPending);
      return pendingStepsIn(rows.map(readRow));
    },
    listDamaged: async () => damagedIn(await readAll((read) => 'error' in read)),
    async forget(key) {
      checkKey(key);
      await query(sql.remove, [[key]]);
    },
    async prune(retention) {
      const keys = keysToPrune(
        await readAll((read) => 'entry' in read && read.entry.completedAt !== undefined),
        retention,
      );
      for (let from = 0; from < keys.length; from += pageLength) {
        await query(sql.remove, [keys.slice(from, from + pageLength)]);
      }
      return keys.length;
    },
    close,
  };
}

interface Row {
  key: string;
  entry: string;
}

const readRow = ({ key, entry }: Row): ReadEntry => readEntry(key, () => parseEntry(key, entry));

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

const valuesOf = (key: string, entry: JournalEntry): unknown[] => [
  key,
  entry.revision,
  isPending(key, entry),
  JSON.stringify(entry),
];

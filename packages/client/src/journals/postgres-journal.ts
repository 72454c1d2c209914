import { createPool } from '@escrow-kit/databases/postgres';
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

/** Where the journal is: by a pool of yours, or by a connection, for which the journal has a pool of its own. */
export type PostgresJournalOptions = PostgresJournalNames &
  (
    | {
        /**
         * Your pool. Without a listener for its `error` event, and one for that of each connection in use, a connection that breaks ends
         * the process; see the README. `close` leaves the pool open.
         */
        pool: Pick<Pool, 'query'>;
        connection?: never;
      }
    | {
        /** How to reach the database: a connection string, or what node-postgres takes. */
        connection: string | PoolConfig;
        pool?: never;
      }
  );

/** What the journal is called in the database. */
export interface PostgresJournalNames {
  /** The schema of the table, `escrow_flows` by default. It is created on first use. Lower-case letters, digits, underscores. */
  schema?: string | undefined;
  /** The table, `journal` by default. */
  table?: string | undefined;
}

const creator = 'createPostgresJournal';

/** How long a statement may take: whoever waits for it has to go on, though the network has gone silent. */
const statementLimitInMs = 10_000;

/** How many entries are read at once where all are. */
const pageLength = 500;

/** Flows run one statement at a time. */
const connections = 4;

/**
 * A journal in PostgreSQL 12 or later, for any number of processes and machines. The optional peer `pg` has to be installed.
 * Each statement commits by itself, and as durably as the server's commits are (`synchronous_commit`). A connection that
 * is lost, or silent for 10 s, rejects the load or save that was on it: the flow ends, and is run again with the same key. Whether
 * such a save took effect is not known, and does no harm: the next run reads what is there.
 *
 * It names the option and the remedy, and no address, user or password, where the database cannot be used.
 * @throws EscrowError `configuration` where an option is missing or malformed.
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

  /** Reads all entries, page by page, and returns those that are wanted. */
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

import { type Dialect, PostgresDialect, sql, type Transaction } from 'kysely';
import type { StoreSteps } from './create-tables.ts';
import { StoreError } from './errors.ts';
import type { Tables } from './tables.ts';

/** Connections of one process: enough to overlap requests and deliveries, few enough for several processes. */
const connections = 10;

/** The longest wait for a connection: longer than a burst of calls takes. */
const connectionTimeoutInMs = 30_000;

/** The dialect for a PostgreSQL that any number of sandbox processes share. */
export async function openPostgres(connectionString: string): Promise<Dialect> {
  // Loaded on use, because the embedded store starts without it.
  const [{ default: pg }, { createPool }] = await Promise.all([import('pg'), import('@escrow-kit/shared/postgres')]);
  const pool = createPool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: connectionTimeoutInMs,
    types: { getTypeParser: (type, format) => numberParsers[type] ?? pg.types.getTypeParser(type, format) },
  });
  return new PostgresDialect({ pool });
}

/** PostgreSQL's types of 64-bit integers and of sums over them, which stay far below 2^53 here. */
const numberParsers: Record<number, (text: string) => number> = { 20: Number, 1700: Number };

/** The schema that holds all tables of the sandbox in a PostgreSQL. Nothing outside it is touched. */
export const postgresSchema = 'escrow_sandbox';

/** `insufficient_privilege` of PostgreSQL. */
const privilegeMissing = '42501';

/** Table, partitioned table, view, materialized view, foreign table and sequence. */
const relationKinds = ['r', 'p', 'v', 'm', 'f', 'S'];

/** PostgreSQL, which several processes may open at once. */
export const postgresSteps: StoreSteps = {
  async prepare(trx) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${postgresSchema} tables`}, 0))`.execute(trx);
    if (!(await hasSchema(trx))) await createSchema(trx);
  },

  async listTables(trx) {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_catalog.pg_class
      where relnamespace = to_regnamespace(${postgresSchema}) and relkind = any(${relationKinds})`.execute(trx);
    return rows.map(({ name }) => name);
  },
};

/** PostgreSQL requires the right to create a schema even if it exists, so look first. */
async function hasSchema(trx: Transaction<Tables>): Promise<boolean> {
  const { rows } = await sql`select where to_regnamespace(${postgresSchema}) is not null`.execute(trx);
  return rows.length > 0;
}

async function createSchema(trx: Transaction<Tables>): Promise<void> {
  try {
    await sql`create schema ${sql.id(postgresSchema)}`.execute(trx);
  } catch (error) {
    if ((error as { code?: unknown }).code !== privilegeMissing) throw error;
    throw new StoreError('schema_refused', { cause: error });
  }
}

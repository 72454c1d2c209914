import { type Dialect, PostgresDialect } from 'kysely';

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

import { type Dialect, PostgresDialect } from 'kysely';

/** Connections of one process: enough to overlap requests and deliveries, few enough for several processes. */
const connections = 10;

/** The dialect over a PostgreSQL that any number of sandbox processes share. */
export async function openPostgres(connectionString: string): Promise<Dialect> {
  // Loaded only where it is used: the embedded store starts without it.
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    types: { getTypeParser: (type, format) => numberParsers[type] ?? pg.types.getTypeParser(type, format) },
  });
  // A connection that breaks while it is idle is replaced by the next one; the query that needs one reports.
  pool.on('error', () => {});
  return new PostgresDialect({ pool });
}

/** PostgreSQL's types of 64-bit integers and of sums over them, which stay far below 2^53 here. */
const numberParsers: Record<number, (text: string) => number> = { 20: Number, 1700: Number };

/** PostgreSQL's code, and SQLite's extended result codes for a primary key and another key. */
const postgresUniqueViolation = '23505';
const sqliteUniqueViolations: unknown[] = [1555, 2067];

/** Whether a database refused a second row with a unique key. The transaction has to be rolled back. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === postgresUniqueViolation || sqliteUniqueViolations.includes(errcode);
}

/** `disk_full` of PostgreSQL. */
const postgresDiskFull = '53100';

/** `SQLITE_FULL`, which is the lower byte of its result code. */
const sqliteFull = 13;

/** Whether a write failed because the store has no space left. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === postgresDiskFull || (typeof errcode === 'number' && (errcode & 0xff) === sqliteFull);
}

/** Codes of the system, and of a PostgreSQL that ends connections, starts, stops or accepts no more connections. */
const unreachableCodes = /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|08|57P0|53300|3D000)/;

/** Messages of node-postgres without a code. */
const unreachableMessages =
  /^(Connection terminated|Client (has encountered|was closed)|timeout (expired|exceeded)|Query read timeout)/;

/**
 * Whether a query failed because the database could not be reached or the connection was lost. Then it is unknown whether a
 * write was done. Any other error is the database's answer.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? unreachableCodes.test(code) : unreachableMessages.test(error.message);
}

/**
 * Why a store can't be used. `schema_refused`: the user may not create the schema. `store_not_ours`: the place holds something
 * else. `store_newer`: a newer version of the sandbox has written it.
 */
export type StoreErrorCode = 'schema_refused' | 'store_not_ours' | 'store_newer';

/** The tables could not be created. Nothing was changed. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, options?: ErrorOptions) {
    super(`The store can't be used: ${code}.`, options);
    this.name = 'StoreError';
    this.code = code;
  }
}

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
 * What may be printed of an error: its class, its code and its stack. Not its message: a database, for example, quotes the
 * values that it refuses.
 */
export function describeError(error: unknown, during: string): string {
  if (!(error instanceof Error)) return `error during ${during}: a thrown ${typeof error}`;
  const kind = `${error.name} ${codeOf(error)}`.trimEnd();
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return [`error during ${during}: ${kind}`, ...frames].join('\n');
}

/** The code, and SQLite's result code, which says what was wrong. */
function codeOf(error: unknown): string {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  return [code, errcode].filter((each) => typeof each === 'string' || typeof each === 'number').join(' ');
}

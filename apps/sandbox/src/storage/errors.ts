/** How PostgreSQL names it, and SQLite in its extended result codes: of a primary key, and of another key. */
const postgresUniqueViolation = '23505';
const sqliteUniqueViolations: unknown[] = [1555, 2067];

/** Tells an error by which a database refuses a second row of a unique key. The transaction has to be rolled back. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === postgresUniqueViolation || sqliteUniqueViolations.includes(errcode);
}

/** `disk_full` of PostgreSQL. */
const postgresDiskFull = '53100';

/** `SQLITE_FULL`, which is the lower byte of its result code. */
const sqliteFull = 13;

/** Tells whether a write was not done because no space is left for the store. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === postgresDiskFull || (typeof errcode === 'number' && (errcode & 0xff) === sqliteFull);
}

/** Codes of the system, and of a PostgreSQL that ends connections, starts, stops, takes no more of them, or is gone. */
const unreachableCodes = /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|08|57P0|53300|3D000)/;

/** What node-postgres says without a code. */
const unreachableMessages =
  /^(Connection terminated|Client (has encountered|was closed)|timeout (expired|exceeded)|Query read timeout)/;

/**
 * Tells whether a query failed because the database could not be reached, or was lost on the way: whether a write was done
 * is then unknown. Anything else the database answered.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? unreachableCodes.test(code) : unreachableMessages.test(error.message);
}

/**
 * What may be told of an error: its kind, its code and its stack. Its message stays out: a database's, for one, quotes the
 * values that it refuses.
 */
export function describeError(error: unknown, during: string): string {
  if (!(error instanceof Error)) return `error during ${during}: a thrown ${typeof error}`;
  const kind = `${error.name} ${codeOf(error)}`.trimEnd();
  const frames = (error.stack ?? '').split('\n').filter((line) => /^ {4}at /.test(line));
  return [`error during ${during}: ${kind}`, ...frames].join('\n');
}

/** The code, and that of SQLite, which alone tells what was wrong. */
function codeOf(error: unknown): string {
  const { code, errcode } = Object(error) as { code?: unknown; errcode?: unknown };
  return [code, errcode].filter((each) => typeof each === 'string' || typeof each === 'number').join(' ');
}

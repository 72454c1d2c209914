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

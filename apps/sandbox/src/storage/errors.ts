/** SQLite's extended result codes for a primary key and another key. */
const uniqueViolations: unknown[] = [1555, 2067];

/** Whether the database refused a second row with a unique key. The transaction has to be rolled back. */
export function isUniqueViolation(error: unknown): boolean {
  return uniqueViolations.includes((error as { errcode?: unknown }).errcode);
}

/** `SQLITE_FULL`, which is the lower byte of its result code. */
const sqliteFull = 13;

/** Whether a write failed because the store has no space left. */
export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode } = error as { errcode?: unknown };
  return typeof errcode === 'number' && (errcode & 0xff) === sqliteFull;
}

/** Why a store can't be used. `store_not_ours`: the place holds something else. `store_newer`: a newer version of the sandbox has written it. */
export type StoreErrorCode = 'store_not_ours' | 'store_newer';

/** The tables could not be created. Nothing was changed. */
export class StoreError extends Error {
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode) {
    super(`The store can't be used: ${code}.`);
    this.name = 'StoreError';
    this.code = code;
  }
}

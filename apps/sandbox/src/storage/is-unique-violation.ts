/** How PostgreSQL names it, and SQLite in its extended result codes: of a primary key, and of another key. */
const postgresCode = '23505';
const sqliteCodes: unknown[] = [1555, 2067];

/** Tells an error by which a database refuses a second row of a unique key. The transaction has to be rolled back. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  return code === postgresCode || sqliteCodes.includes(errcode);
}

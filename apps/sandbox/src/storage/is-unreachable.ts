/** Codes of the system, and of a PostgreSQL that ends connections, starts, stops, takes no more of them, or is gone. */
const codes = /^(ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|08|57P0|53300|3D000)/;

/** What node-postgres says without a code. */
const messages =
  /^(Connection terminated|Client (has encountered|was closed)|timeout (expired|exceeded)|Query read timeout)/;

/**
 * Tells whether a query failed because the database could not be reached, or was lost on the way: whether a write was done
 * is then unknown. Anything else the database answered.
 */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? codes.test(code) : messages.test(error.message);
}

import type { ListableJournal } from '@escrow-kit/client';
import type { Inbox } from '@escrow-kit/webhooks';

export type Value = string | number | null;

/** A statement that SQLite and PostgreSQL both take, with `$1`, `$2` and so on for its values. */
export interface Statement {
  sql: string;
  values: Value[];
}

/**
 * The shop's one database: its own tables, the journal of the flows and the inbox of the webhooks. They are together so that
 * what an event changes commits with the event.
 */
export interface Storage<Transaction = unknown> {
  query<Row>(sql: string, values?: Value[]): Promise<Row[]>;
  /**
   * Runs the statements in one transaction. Each has to change one row, or none of them changes anything. If it rejects with
   * an UnavailableError, all of it may have taken effect: where the answer to the commit was lost, nobody knows. So write what may
   * be written again: a row whose id its form decides, or an update that names what it read.
   */
  write(statements: Statement[]): Promise<void>;
  /** The same in the transaction that marks a webhook's event as done: all of it commits, or nothing. */
  writeWithEvent(transaction: Transaction, statements: Statement[]): Promise<void>;
  journal: ListableJournal;
  inbox: Inbox<Transaction>;
  close(): Promise<void>;
}

/** Adds a row, whose properties are named as the columns. It changes nothing where the table has its key already. */
export const insert = <Row extends Record<keyof Row, Value>>(table: string, row: Row): Statement => ({
  sql: `insert into ${table} (${Object.keys(row).map((column) => `"${column}"`)})
    values (${Object.keys(row).map((_, index) => `$${index + 1}`)}) on conflict do nothing`,
  values: Object.values(row),
});

/** Somebody else changed the row first: read it again, and try again. */
export class ConflictError extends Error {
  override name = 'ConflictError';

  constructor({ sql }: Statement) {
    super(`A statement changed no row, because somebody else changed it first: ${sql}`);
  }
}

/** The database did not answer: it is away, or the connection to it broke. Try again later. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';

  constructor(cause: Error) {
    super(`The database did not answer: ${cause.message}`, { cause });
  }
}

/** For a row that may be there already. */
export function ignoreConflict(error: unknown): void {
  if (!(error instanceof ConflictError)) throw error;
}

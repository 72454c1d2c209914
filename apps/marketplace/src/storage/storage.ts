import type { ListableJournal } from '@escrow-kit/client';
import type { Inbox } from '@escrow-kit/webhooks';

export type Value = string | number | null;

/** A statement that both SQLite and PostgreSQL accept, with `$1`, `$2` and so on for its values. */
export interface Statement {
  sql: string;
  values: Value[];
}

/**
 * The shop's one database: its own tables, the journal of the flows and the inbox of the webhooks. They share it so that
 * an event's changes commit with the event.
 */
export interface Storage<Transaction = unknown> {
  query<Row>(sql: string, values?: Value[]): Promise<Row[]>;
  /**
   * Runs the statements in one transaction; each has to change one row, or all are rolled back. After an UnavailableError the
   * transaction may have committed, because the answer to the commit can be lost. So use statements that may run again: an
   * insert whose id comes from its form, or an update that names the revision it read.
   */
  write(statements: Statement[]): Promise<void>;
  /** Runs the statements in the transaction that marks a webhook's event as done. */
  writeWithEvent(transaction: Transaction, statements: Statement[]): Promise<void>;
  journal: ListableJournal;
  inbox: Inbox<Transaction>;
  close(): Promise<void>;
}

/** Inserts a row whose properties are named like the columns. It changes nothing if the key exists already. */
export const insert = <Row extends Record<keyof Row, Value>>(table: string, row: Row): Statement => ({
  sql: `insert into ${table} (${Object.keys(row).map((column) => `"${column}"`)})
    values (${Object.keys(row).map((_, index) => `$${index + 1}`)}) on conflict do nothing`,
  values: Object.values(row),
});

/** Someone else changed the row first. Read it and try again. */
export class ConflictError extends Error {
  override name = 'ConflictError';

  constructor({ sql }: Statement) {
    super(`A statement changed no row, because someone else changed it first: ${sql}`);
  }
}

/** The database did not answer, or the connection broke. Try again later. */
export class UnavailableError extends Error {
  override name = 'UnavailableError';

  constructor(cause: Error) {
    super(`The database did not answer: ${cause.message}`, { cause });
  }
}

/** For writing a row that may exist already. */
export function ignoreConflict(error: unknown): void {
  if (!(error instanceof ConflictError)) throw error;
}

import { EscrowError, type JournalEntry, type ListableJournal } from '../index.ts';
import { conflict, type StoredEntry, toListableJournal } from './entries.ts';

// A journal in one table of a database, with a row for each entry. The statements are the same for each database; how to open it, how to
// run a statement, and what its errors mean is the driver's part.

/** A journal that holds a file or connections open. */
export interface ClosableJournal extends ListableJournal {
  /** Closes what the journal opened itself. Call it once no flow uses the journal any more. */
  close(): Promise<void>;
}

type Row = { [Column in string]?: unknown };

/**
 * Runs one statement, which commits by itself, and returns its rows.
 * @param values Those of its parameters $1, $2 and so on.
 */
export type RunStatement = (sql: string, values: readonly (string | number)[]) => Promise<Row[]>;

/** How many entries are read, or removed, at once. */
const pageLength = 500;

/** The columns of the table, and their types but that of `is_pending`. */
export const columnsOf = (booleanType: 'boolean' | 'integer'): string =>
  `key text primary key, revision integer not null, is_pending ${booleanType} not null, entry text not null`;

/** Creates the journal of a table, which exists once the first statement runs. */
export function createSqlJournal(table: string, run: RunStatement): ListableJournal {
  /** Reads the rows that meet a condition, page by page, in the order of their keys. */
  async function* readRows(condition: string): AsyncGenerator<StoredEntry> {
    let last: string | undefined;
    for (;;) {
      const isNext = last === undefined ? '' : 'and key > $1';
      const sql = `select key, entry from ${table} where ${condition} ${isNext} order by key limit ${pageLength}`;
      const rows = (await run(sql, last === undefined ? [] : [last])).map(toStored);
      yield* rows;
      last = rows.at(-1)?.key;
      if (rows.length < pageLength) return;
    }
  }

  return toListableJournal({
    async find(key) {
      checkKey(key);
      const [row] = await run(`select key, entry from ${table} where key = $1`, [key]);
      return row && toStored(row);
    },
    async save(key, entry) {
      checkKey(key);
      const insert = `insert into ${table} (key, revision, is_pending, entry) values ($1, $2, $3, $4)
        on conflict (key) do nothing returning key`;
      const update = `update ${table} set revision = $2, is_pending = $3, entry = $4
        where key = $1 and revision = $2 - 1 returning key`;
      const { revision } = entry;
      const values = [key, revision, Number(hasPendingStep(entry)), JSON.stringify(entry)];
      const written = await run(revision === 1 ? insert : update, values);
      if (written.length !== 1) throw conflict(key);
    },
    readAll: () => readRows('1 = 1'),
    readPending: () => readRows('is_pending'),
    async remove(keys) {
      keys.forEach(checkKey);
      for (let from = 0; from < keys.length; from += pageLength) {
        const page = keys.slice(from, from + pageLength);
        await run(`delete from ${table} where key in (${page.map((_, index) => `$${index + 1}`)})`, page);
      }
    },
  });
}

const toStored = (row: Row): StoredEntry => ({ key: String(row['key']), text: String(row['entry']) });

const hasPendingStep = ({ steps }: JournalEntry): boolean =>
  Object.values(steps ?? {}).some((state) => state?.status === 'pending');

/** Fits the index of every database, even with the longest characters. Our choice: not shown. */
const longestKeyInCharacters = 500;

/**
 * Refuses a key that a database cannot store exactly: one with half a character or a NUL, or one that is too long.
 * @throws EscrowError `journal`
 */
function checkKey(key: string): void {
  const hasHalfCharacter = /\p{Surrogate}/u.test(key);
  if (!hasHalfCharacter && !key.includes('\0') && key.length <= longestKeyInCharacters) return;
  throw new EscrowError(
    'journal',
    `The key of the flow cannot be stored: use at most ${longestKeyInCharacters} ordinary characters.`,
  );
}

const longestNameInCharacters = 40;

/**
 * Returns a name that needs no quoting in SQL.
 * @throws EscrowError `configuration` if the name is malformed.
 */
export function checkName(creator: string, option: 'schema' | 'table', name: string): string {
  if (/^[a-z_][a-z0-9_]*$/.test(name) && name.length <= longestNameInCharacters) return name;
  const demand = `lower-case letters, digits and underscores, at most ${longestNameInCharacters}`;
  throw optionError(creator, `options.${option} must be ${demand}`);
}

/**
 * The error of wrong options.
 * @param creator The function that creates the journal.
 */
export const optionError = (creator: string, problem: string, cause?: unknown): EscrowError =>
  new EscrowError('configuration', `${creator} failed: ${problem}.`, { cause });

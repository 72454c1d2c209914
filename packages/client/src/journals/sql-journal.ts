import { EscrowError, type ListableJournal } from '../index.ts';
import {
  conflict,
  isPending,
  type PickFromEntry,
  parseEntry,
  type ReadEntry,
  readEntry,
  toListableJournal,
} from './entries.ts';

/** A journal that holds a file or connections open. */
export interface ClosableJournal extends ListableJournal {
  /** Closes what the journal opened itself. Call it once no flow uses the journal any more. */
  close(): Promise<void>;
}

/** The values of a row. */
export interface RowToWrite {
  key: string;
  revision: number;
  isPending: boolean;
  /** The entry as JSON. */
  text: string;
}

/** A table with a row for each entry. */
export interface RowStore {
  /** Finds the JSON of an entry. */
  find(key: string): Promise<string | undefined>;
  /** Inserts a row with revision 1, or replaces that of the revision before. Returns how many rows it wrote. */
  write(row: RowToWrite): Promise<number>;
  pickFromAll<Kept>(pick: PickFromEntry<Kept>): Promise<Kept[]>;
  pickFromPending<Kept>(pick: PickFromEntry<Kept>): Promise<Kept[]>;
  remove(keys: readonly string[]): Promise<void>;
}

/** Creates the journal of a table. */
export const toRowJournal = ({ find, write, remove, ...readers }: RowStore): ListableJournal =>
  toListableJournal({
    ...readers,
    async load(key) {
      checkKey(key);
      const text = await find(key);
      return text === undefined ? undefined : parseEntry(key, text);
    },
    async save(key, entry) {
      checkKey(key);
      const { revision } = entry;
      const row = { key, revision, isPending: isPending(key, entry), text: JSON.stringify(entry) };
      if ((await write(row)) !== 1) throw conflict(key);
    },
    async remove(keys) {
      keys.forEach(checkKey);
      await remove(keys);
    },
  });

/** Reads the entry of a row. */
export const readRow = ({ key, entry }: { key: string; entry: string }): ReadEntry =>
  readEntry(key, () => parseEntry(key, entry));

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

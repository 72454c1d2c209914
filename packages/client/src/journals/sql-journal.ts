import { EscrowError, type ListableJournal } from '../index.ts';

/** A journal that holds a file or connections open. */
export interface ClosableJournal extends ListableJournal {
  /** Closes what the journal opened itself. Call it once no flow uses the journal any more. */
  close(): Promise<void>;
}

/** Fits the index of every database, even with the longest characters. Our choice: not shown. */
const longestKeyInCharacters = 500;

/**
 * Refuses a key that a database cannot store exactly: one with half a character or a NUL, or one that is too long.
 * @throws EscrowError `journal`
 */
export function checkKey(key: string): void {
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

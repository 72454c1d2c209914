import { EscrowError } from '../index.ts';

/** What fits an index of every database, also in the longest characters. Our choice: not shown. */
const longestKeyInCharacters = 500;

/**
 * Refuses a key that a database cannot keep apart from others: one with half a character or a NUL, or one that is too long.
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

import { EscrowError, type JournalEntry } from '../index.ts';

/**
 * The entry as it was saved.
 * @param place Where it is, such as the file, to be named where it is damaged.
 * @throws EscrowError `journal`
 */
export function parseEntry(place: string, text: string): JournalEntry {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new EscrowError('journal', `The journal entry of ${place} is damaged: restore it, or use another key.`, {
      cause,
    });
  }
}

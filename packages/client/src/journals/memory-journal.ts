import type { JournalEntry, ListableJournal } from '../index.ts';
import { checkEntry, conflict, readEntry, toListableJournal } from './entries.ts';

/** Creates a journal that is lost with the process: for tests, and for flows that need not resume. */
export function createMemoryJournal(): ListableJournal {
  const entries = new Map<string, JournalEntry>();
  return toListableJournal({
    async load(key) {
      const entry = entries.get(key);
      return entry && structuredClone(checkEntry(key, entry));
    },
    async save(key, entry) {
      if ((entries.get(key)?.revision ?? 0) !== entry.revision - 1) throw conflict(key);
      entries.set(key, structuredClone(entry));
    },
    pickFromAll: async (pick) =>
      [...entries].flatMap(([key, entry]) => pick(readEntry(key, () => checkEntry(key, entry)))),
    async remove(keys) {
      for (const key of keys) entries.delete(key);
    },
  });
}

import type { ListableJournal } from '../index.ts';
import { conflict, type StoredEntry, toListableJournal } from './entries.ts';

/** Creates a journal that is lost with the process: for tests, and for flows that need not resume. */
export function createMemoryJournal(): ListableJournal {
  const entries = new Map<string, StoredEntry & { revision: number }>();
  return toListableJournal({
    find: async (key) => entries.get(key),
    async save(key, entry) {
      const { revision } = entry;
      if ((entries.get(key)?.revision ?? 0) !== revision - 1) throw conflict(key);
      entries.set(key, { key, revision, text: JSON.stringify(entry) });
    },
    async *readAll() {
      yield* entries.values();
    },
    async remove(keys) {
      for (const key of keys) entries.delete(key);
    },
  });
}

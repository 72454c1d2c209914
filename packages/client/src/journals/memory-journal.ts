import type { JournalEntry, ListableJournal } from '../index.ts';
import { conflict, doubtsOf, inOrder } from './entries.ts';

/** A journal that is lost with the process: for tests, and for flows that need not resume. */
export function createMemoryJournal(): ListableJournal {
  const entries = new Map<string, JournalEntry>();
  return {
    load: async (key) => structuredClone(entries.get(key)),
    async save(key, entry) {
      if ((entries.get(key)?.revision ?? 0) !== entry.revision - 1) throw conflict(key);
      entries.set(key, structuredClone(entry));
    },
    listDoubts: async () => inOrder([...entries].flatMap(([key, entry]) => doubtsOf(key, entry))),
  };
}

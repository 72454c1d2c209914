import { EscrowError, type Journal, type JournalEntry } from '../index.ts';

/** A journal that is lost with the process: for tests, and for flows that need not resume. */
export function createMemoryJournal(): Journal {
  const entries = new Map<string, JournalEntry>();
  return {
    load: async (key) => structuredClone(entries.get(key)),
    async save(key, entry) {
      if ((entries.get(key)?.revision ?? 0) !== entry.revision - 1) {
        throw new EscrowError('journal', `another run works on "${key}": wait for it.`);
      }
      entries.set(key, structuredClone(entry));
    },
  };
}

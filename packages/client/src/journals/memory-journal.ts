import type { JournalEntry, ListableJournal } from '../index.ts';
import { checkEntry, conflict, damagedIn, keysToPrune, pendingStepsIn, type ReadEntry, readEntry } from './entries.ts';

/** Creates a journal that is lost with the process: for tests, and for flows that need not resume. */
export function createMemoryJournal(): ListableJournal {
  const entries = new Map<string, JournalEntry>();
  const readAll = (): ReadEntry[] => [...entries].map(([key, entry]) => readEntry(key, () => checkEntry(key, entry)));
  return {
    async load(key) {
      const entry = entries.get(key);
      return entry && structuredClone(checkEntry(key, entry));
    },
    async save(key, entry) {
      if ((entries.get(key)?.revision ?? 0) !== entry.revision - 1) throw conflict(key);
      entries.set(key, structuredClone(entry));
    },
    listPendingSteps: async () => pendingStepsIn(readAll()),
    listDamaged: async () => damagedIn(readAll()),
    async forget(key) {
      entries.delete(key);
    },
    async prune(retention) {
      const keys = keysToPrune(readAll(), retention);
      for (const key of keys) entries.delete(key);
      return keys.length;
    },
  };
}

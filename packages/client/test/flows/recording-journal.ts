import type { JournalEntry, ListableJournal } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';

/** A memory journal, and every entry that it was given to save. */
export function createRecordingJournal(): { journal: ListableJournal; entries: JournalEntry[] } {
  const memory = createMemoryJournal();
  const entries: JournalEntry[] = [];
  const save: ListableJournal['save'] = (key, entry) => {
    entries.push(structuredClone(entry));
    return memory.save(key, entry);
  };
  return { journal: { ...memory, save }, entries };
}

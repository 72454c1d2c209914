import type { ListableJournal } from '../../src/index.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { type DurableStores, durableKinds } from '../flows/durable-stores.ts';
import type { OpenedJournal } from './journal-case.ts';

/** A kind of journal, on an empty store. */
export interface JournalKind {
  name: string;
  open: () => Promise<DamageableJournal>;
}

/** A journal whose entries a test can damage, unless only the journal can reach them. */
interface DamageableJournal extends OpenedJournal<ListableJournal> {
  /** Replaces an entry by a text. */
  damage?: (key: string, text: string) => Promise<void>;
}

async function openMemory(): Promise<DamageableJournal> {
  const journal = createMemoryJournal();
  return { journal, openAgain: async () => journal };
}

/** Each journal has its own store; all of a kind are in one place. */
function kindOf({ name, setUp }: (typeof durableKinds)[number]): JournalKind & { dispose: () => Promise<void> } {
  let setUpOnce: Promise<DurableStores> | undefined;
  return {
    name,
    async open() {
      setUpOnce ??= setUp();
      const stores = await setUpOnce;
      const store = await stores.create();
      return {
        journal: stores.open(store),
        openAgain: async () => stores.open(store),
        damage: (key, text) => stores.damage(store, key, text),
        close: stores.close,
      };
    },
    dispose: async () => (await setUpOnce)?.dispose(),
  };
}

/** The kinds whose entries a test can damage. Dispose each after the test file. */
export const durableJournalKinds: ReturnType<typeof kindOf>[] = durableKinds.map(kindOf);

export const journalKinds: JournalKind[] = [{ name: 'a memory journal', open: openMemory }, ...durableJournalKinds];

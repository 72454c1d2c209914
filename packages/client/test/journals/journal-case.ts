import type { Journal, JournalEntry } from '../../src/index.ts';

/** A journal to test, on an empty store. */
export interface OpenedJournal<Tried extends Journal = Journal> {
  /** The journal, on the empty store. */
  journal: Tried;
  /** Opens another journal on the same store, as another process would. If the store dies with the process, the same journal. */
  openAgain: () => Promise<Tried>;
  /** Removes the store. */
  close?: () => Promise<void>;
}

/** One requirement on a journal. */
export interface JournalCase<Tried extends Journal = Journal> {
  /** The requirement, as the title of a test. */
  name: string;
  /**
   * Rejects with an AssertionError if the journal does not meet the requirement.
   * @param open Opens a journal on an empty store. It is called once.
   */
  run: (open: () => Promise<OpenedJournal<Tried>>) => Promise<void>;
}

/** When the steps of the cases started. */
export const since: string = '2026-01-01T00:00:00.000Z';

/** An entry with a done step and a pending one. */
export function entryOf(revision: number, flow = 'openContract'): JournalEntry {
  return {
    flow,
    salt: 'salt-1',
    revision,
    steps: {
      createContract: { status: 'done', inputHash: 'abc', result: 'contract_1' },
      addParties: { status: 'pending', since, inputHash: 'def' },
    },
  };
}

/** Saves such an entry for each revision. */
export async function saveAll(journal: Journal, key: string, ...revisions: number[]): Promise<void> {
  for (const revision of revisions) await journal.save(key, entryOf(revision));
}

type Check<Tried extends Journal> = (journal: Tried, openAgain: () => Promise<Tried>) => Promise<void>;

/** A case that opens a journal, and removes its store at the end. */
export const caseOf = <Tried extends Journal>(name: string, check: Check<Tried>): JournalCase<Tried> => ({
  name,
  async run(open) {
    const { journal, openAgain, close } = await open();
    try {
      await check(journal, openAgain);
    } finally {
      await close?.();
    }
  },
});

/** Keys that are special in file names or paths. */
export const specialKeys: readonly string[] = [
  ...['../x', '..', '.', 'a/b', 'a\\b', '/etc/passwd', 'C:x'],
  ...['طلب-١', '🚲', 'a b', 'a%2Fb', '__proto__', 'key\n'],
];

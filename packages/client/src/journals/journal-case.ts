import type { Journal, JournalEntry } from '../index.ts';

/** A journal to try, on a store that is empty. */
export interface OpenedJournal<Tried extends Journal = Journal> {
  /** The journal, on the empty store. */
  journal: Tried;
  /** Another journal on the same store, as another process has it; the same one where it is lost with the process. */
  openAgain: () => Promise<Tried>;
  /** Removes the store. */
  close?: () => Promise<void>;
}

/** One thing that a journal must hold. */
export interface JournalCase<Tried extends Journal = Journal> {
  /** What the journal has to hold, as the title of a test. */
  name: string;
  /**
   * Rejects with an AssertionError where the journal does not hold it.
   * @param open Opens a journal on an empty store, and is called once.
   */
  run: (open: () => Promise<OpenedJournal<Tried>>) => Promise<void>;
}

/** When the steps of the cases were begun. */
export const since: string = '2026-01-01T00:00:00.000Z';

/** An entry with a step that is done and one that is pending. */
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

/** Saves such an entry once for each revision. */
export async function saveAll(journal: Journal, key: string, ...revisions: number[]): Promise<void> {
  for (const revision of revisions) await journal.save(key, entryOf(revision));
}

type Check<Tried extends Journal> = (journal: Tried, openAgain: () => Promise<Tried>) => Promise<void>;

/** A case that opens a journal, and removes its store in the end. */
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

/** Keys that a file or a path could stumble on. */
export const hardKeys: readonly string[] = [
  '../x',
  '..',
  '.',
  'a/b',
  'a\\b',
  '/etc/passwd',
  'C:x',
  'طلب-١',
  '🚲',
  'a b',
  'a%2Fb',
  '__proto__',
  'key\n',
];

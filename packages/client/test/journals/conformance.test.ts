import { afterAll, describe, expect, it } from 'vitest';
import type { Journal, JournalEntry, ListableJournal } from '../../src/index.ts';
import { entryOf } from '../../src/journals/journal-case.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';
import { journalCases, pendingStepCases } from '../../src/journals/testing.ts';
import { durableJournalKinds, journalKinds } from './journal-kinds.ts';

afterAll(() => Promise.all(durableJournalKinds.map(({ dispose }) => dispose())));

describe.each(journalKinds)('$name', ({ open }) => {
  it.each(journalCases)('$name', ({ run }) => run(open));

  it.each(pendingStepCases)('$name', ({ run }) => run(open));

  it('reports a conflict: the error says that another run is working on the key', async () => {
    const { journal, close } = await open();
    const entry: JournalEntry = { flow: 'openContract', salt: 'salt', revision: 1, steps: {} };
    await journal.save('order-1', entry);

    await expect(journal.save('order-1', entry)).rejects.toMatchObject({
      code: 'journal',
      message: 'another run is working on "order-1": wait until it has ended.',
    });

    await close?.();
  });
});

const damages = ['[]', 'null', '{"flow":"openContract"', '', '{"salt":"s","revision":1,"steps":[]}'];

describe.each(durableJournalKinds)('$name with a damaged entry', ({ open }) => {
  it.each(damages)('%j hides no other entry, is listed by its key, and is not loaded', async (text) => {
    const { journal, damage, close } = await open();
    for (const key of ['order-1', 'order-2', 'order-3']) await journal.save(key, entryOf(1));

    await damage?.('order-2', text);

    expect((await journal.listPendingSteps()).map(({ key }) => key)).toEqual(['order-1', 'order-3']);
    const code = 'journal';
    const message = expect.stringContaining('The journal entry of "order-2" is damaged');
    expect(await journal.listDamaged()).toMatchObject([{ key: 'order-2', error: { code, message } }]);
    await expect(journal.load('order-2')).rejects.toMatchObject({ code, message });
    await close?.();
  });
});

describe('the cases', () => {
  type Faults = (journal: ListableJournal) => ListableJournal;

  /** The names of the cases that fail for a journal with a fault. */
  async function failuresOf(breakIt: Faults): Promise<string[]> {
    const failures: string[] = [];
    const open = async () => {
      const journal = breakIt(createMemoryJournal());
      return { journal, openAgain: async () => journal };
    };
    for (const { name, run } of [...journalCases, ...pendingStepCases])
      await run(open).catch(() => failures.push(name));
    return failures;
  }

  /** Any revision is saved. */
  function unconditional(): ListableJournal {
    const entries = new Map<string, JournalEntry>();
    const { listPendingSteps, listDamaged, forget, prune } = createMemoryJournal();
    return {
      load: async (key) => structuredClone(entries.get(key)),
      save: async (key, entry) => void entries.set(key, structuredClone(entry)),
      listPendingSteps,
      listDamaged,
      forget,
      prune,
    };
  }

  const withKeys = (journal: ListableJournal, change: (key: string) => string): Journal => ({
    load: (key) => journal.load(change(key)),
    save: (key, entry) => journal.save(change(key), entry),
  });

  it('pass for a journal without a fault', async () => {
    expect(await failuresOf((journal) => journal)).toEqual([]);
  });

  it.each<[string, Faults, string]>([
    ['saves any revision', unconditional, 'refuses a revision that exists already, and keeps the existing one'],
    [
      'has one entry for all keys',
      (journal) => ({ ...journal, ...withKeys(journal, () => 'key') }),
      'keeps the entries of different keys apart',
    ],
    [
      'ignores the case of keys',
      (journal) => ({ ...journal, ...withKeys(journal, (key) => key.toLowerCase()) }),
      'distinguishes similar keys',
    ],
    [
      'cuts keys at a NUL',
      (journal) => ({ ...journal, ...withKeys(journal, (key) => key.split('\0')[0] ?? '') }),
      'accepts or refuses an odd key in load as in save, because a flow loads before it sends',
    ],
    [
      'lists nothing',
      (journal) => ({ ...journal, listPendingSteps: async () => [] }),
      'lists each pending step, with what its resolution needs',
    ],
    [
      'lists the latest first',
      (journal) => ({ ...journal, listPendingSteps: async () => (await journal.listPendingSteps()).toReversed() }),
      'lists the oldest pending step first',
    ],
    [
      'lists no pending step if one entry is damaged',
      (journal) => ({
        ...journal,
        listPendingSteps: async () => ((await journal.listDamaged()).length > 0 ? [] : journal.listPendingSteps()),
      }),
      'lists every pending step although one entry is damaged, and lists that entry by its key',
    ],
  ])('notice a journal that %s', async (_name, breakIt, broken) => {
    expect(await failuresOf(breakIt)).toContain(broken);
  });
});

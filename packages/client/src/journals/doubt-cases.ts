import { deepEqual, match } from 'node:assert/strict';
import type { Doubt, JournalEntry, ListableJournal } from '../index.ts';
import { caseOf, entryOf, hardKeys, type JournalCase, saveAll, since } from './journal-case.ts';

/** An entry with one step that is pending since a moment. */
const pendingSince = (moment: string): JournalEntry => ({
  ...entryOf(1),
  steps: { createContract: { status: 'pending', since: moment, inputHash: 'abc' } },
});

const doubtOf = (key: string, moment: string): Doubt => ({
  flow: 'openContract',
  key,
  step: 'createContract',
  revision: 1,
  since: moment,
});

/** What `listDoubts` and `listDamaged` must hold, for a journal that has it. */
export const doubtCases: readonly JournalCase<ListableJournal>[] = [
  caseOf('lists no doubts where there is nothing', async (journal) => {
    deepEqual(await journal.listDoubts(), []);
  }),

  caseOf('lists each step that is pending, with what an answer to it needs', async (journal) => {
    await saveAll(journal, 'order-1', 1, 2);

    deepEqual(await journal.listDoubts(), [
      { flow: 'openContract', key: 'order-1', step: 'addParties', revision: 2, since },
    ]);
  }),

  caseOf('lists no step that is done, or free again', async (journal) => {
    await saveAll(journal, 'done', 1);
    await saveAll(journal, 'free', 1);

    const done = { status: 'done', inputHash: 'def', result: null } as const;
    await journal.save('done', { ...entryOf(2), steps: { ...entryOf(2).steps, addParties: done } });
    await journal.save('free', { ...entryOf(2), steps: { ...entryOf(2).steps, addParties: undefined } });

    deepEqual(await journal.listDoubts(), []);
  }),

  caseOf('lists the oldest doubt first', async (journal) => {
    const moments = ['2026-03-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    for (const moment of moments) await journal.save(moment, pendingSince(moment));

    const sorted = [...moments].sort();

    deepEqual(
      await journal.listDoubts(),
      sorted.map((moment) => doubtOf(moment, moment)),
    );
  }),

  caseOf('lists keys as they are', async (journal) => {
    for (const key of hardKeys) await journal.save(key, pendingSince(since));

    const listed = (await journal.listDoubts()).map(({ key }) => key);

    deepEqual(listed.sort(), [...hardKeys].sort());
  }),

  caseOf('lists no damaged entry where all are whole', async (journal) => {
    await saveAll(journal, 'order-1', 1, 2);

    deepEqual(await journal.listDamaged(), []);
  }),

  caseOf('lists every doubt although one entry is damaged, and lists that one by its key', async (journal) => {
    const { steps: _, ...withoutSteps } = entryOf(1);
    for (const key of ['order-1', 'order-3']) await journal.save(key, pendingSince(since));
    // A journal may refuse to save it.
    const isSaved = await journal.save('order-2', withoutSteps as JournalEntry).then(
      () => true,
      () => false,
    );

    deepEqual(await journal.listDoubts(), [doubtOf('order-1', since), doubtOf('order-3', since)]);
    const listed = await journal.listDamaged();
    deepEqual(
      listed.map(({ key }) => key),
      isSaved ? ['order-2'] : [],
    );
    for (const { key, error } of listed) match(error.message, new RegExp(JSON.stringify(key)));
  }),

  caseOf('lists the doubts that another journal on the store has', async (journal, openAgain) => {
    await journal.save('order-1', pendingSince(since));

    deepEqual(await (await openAgain()).listDoubts(), [doubtOf('order-1', since)]);
  }),
];

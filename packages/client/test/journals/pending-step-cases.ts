import { deepEqual, match } from 'node:assert/strict';
import type { JournalEntry, ListableJournal, PendingStep } from '../../src/index.ts';
import { caseOf, entryOf, type JournalCase, saveAll, since, specialKeys } from './journal-case.ts';

/** An entry with one step that is pending since a given time. */
const pendingSince = (time: string): JournalEntry => ({
  ...entryOf(1),
  steps: { createContract: { status: 'pending', since: time, inputHash: 'abc', requiredFields: ['id'] } },
});

const pendingStepOf = (key: string, time: string): PendingStep => ({
  flow: 'openContract',
  key,
  step: 'createContract',
  revision: 1,
  since: time,
  requiredFields: ['id'],
});

/** The requirements of an operator on a journal: its lists, `forget` and `prune`. */
export const pendingStepCases: readonly JournalCase<ListableJournal>[] = [
  caseOf('lists each pending step, with what its resolution needs', async (journal) => {
    await saveAll(journal, 'order-1', 1, 2);

    deepEqual(await journal.listPendingSteps(), [
      { flow: 'openContract', key: 'order-1', step: 'addParties', revision: 2, since, requiredFields: [] },
    ]);
  }),

  caseOf('lists a step that an earlier version saved without its fields', async (journal) => {
    const { createContract: _, ...steps } = entryOf(1).steps;

    await journal.save('order-1', { ...entryOf(1), steps });

    const [listed] = await journal.listPendingSteps();
    deepEqual(listed?.requiredFields, []);
  }),

  caseOf('lists no step that is done or free again', async (journal) => {
    await saveAll(journal, 'done', 1);
    await saveAll(journal, 'free', 1);

    const done = { status: 'done', inputHash: 'def', result: null } as const;
    await journal.save('done', { ...entryOf(2), steps: { ...entryOf(2).steps, addParties: done } });
    await journal.save('free', { ...entryOf(2), steps: { ...entryOf(2).steps, addParties: undefined } });

    deepEqual(await journal.listPendingSteps(), []);
  }),

  caseOf('lists the oldest pending step first', async (journal) => {
    const times = ['2026-03-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
    const sorted = [...times].sort().map((time) => pendingStepOf(time, time));
    deepEqual(await journal.listPendingSteps(), []);

    for (const time of times) await journal.save(time, pendingSince(time));

    deepEqual(await journal.listPendingSteps(), sorted);
    deepEqual(await journal.listDamaged(), []);
  }),

  caseOf('lists keys unchanged', async (journal) => {
    for (const key of specialKeys) await journal.save(key, pendingSince(since));

    const listed = (await journal.listPendingSteps()).map(({ key }) => key);

    deepEqual(listed.sort(), [...specialKeys].sort());
  }),

  caseOf('lists every pending step although one entry is damaged, and lists that entry by its key', async (journal) => {
    const { steps: _, ...withoutSteps } = entryOf(1);
    for (const key of ['order-1', 'order-3']) await journal.save(key, pendingSince(since));
    // A journal may refuse to save it.
    const isSaved = await journal.save('order-2', withoutSteps as JournalEntry).then(
      () => true,
      () => false,
    );

    deepEqual(await journal.listPendingSteps(), [pendingStepOf('order-1', since), pendingStepOf('order-3', since)]);
    const listed = await journal.listDamaged();
    deepEqual(
      listed.map(({ key }) => key),
      isSaved ? ['order-2'] : [],
    );
    for (const { key, error } of listed) match(error.message, new RegExp(JSON.stringify(key)));
  }),

  caseOf('lists the pending steps that another journal on the same store has saved', async (journal, openAgain) => {
    await journal.save('order-1', pendingSince(since));

    deepEqual(await (await openAgain()).listPendingSteps(), [pendingStepOf('order-1', since)]);
  }),

  caseOf('forgets only the given key, which may then be used again', async (journal, openAgain) => {
    for (const key of specialKeys) await saveAll(journal, key, 1, 2);
    await saveAll(journal, 'kept', 1);

    for (const key of [...specialKeys, 'never saved']) await journal.forget(key);

    const again = await openAgain();
    for (const key of specialKeys) deepEqual(await again.load(key), undefined);
    deepEqual((await again.load('kept'))?.revision, 1);
    await saveAll(journal, specialKeys[0] ?? '', 1);
  }),

  caseOf('prunes only flows that were completed long ago', async (journal) => {
    const dayInMs = 24 * 60 * 60 * 1000;
    const daysAgo = (days: number) => new Date(Date.now() - days * dayInMs).toISOString();
    await journal.save('old', { ...entryOf(1), steps: {}, completedAt: daysAgo(31) });
    await journal.save('recent', { ...entryOf(1), steps: {}, completedAt: daysAgo(29) });
    await journal.save('incomplete', { ...entryOf(1), steps: {} });
    await journal.save('pending', pendingSince(daysAgo(31)));

    const removed = await journal.prune({ olderThanInMs: 30 * dayInMs });

    deepEqual(removed, 1);
    deepEqual(await journal.load('old'), undefined);
    for (const key of ['recent', 'incomplete', 'pending']) deepEqual((await journal.load(key))?.revision, 1);
  }),
];

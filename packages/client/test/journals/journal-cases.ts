import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { Journal } from '../../src/index.ts';
import { caseOf, entryOf, type JournalCase, saveAll, specialKeys } from './journal-case.ts';

const similarKeys = ['a/b', 'a%2Fb', 'a_b', 'a\\b', 'a', 'A', 'a/', 'a ', '.', 'é', 'e\u0301'];
const oddKeys = ['k'.repeat(5000), 'ط'.repeat(100), '\ud800', '\udc00', 'a\0', 'a\0b', 'a'];

/** The requirements of flows on every journal. */
export const journalCases: readonly JournalCase[] = [
  caseOf('returns nothing for a key that was never saved', async (journal) => {
    equal(await journal.load('order-1'), undefined);
  }),

  caseOf('returns what was saved last, even of more than nine revisions', async (journal) => {
    await saveAll(journal, 'order-1', ...Array.from({ length: 12 }, (_, index) => index + 1));

    deepEqual(await journal.load('order-1'), entryOf(12));
  }),

  caseOf('keeps the entries of different keys apart', async (journal) => {
    await saveAll(journal, 'order-1', 1);
    await saveAll(journal, 'order-2', 1, 2);

    equal((await journal.load('order-1'))?.revision, 1);
    equal((await journal.load('order-2'))?.revision, 2);
  }),

  caseOf('saves a copy, which later changes to the entry do not affect', async (journal) => {
    const entry = entryOf(1);

    await journal.save('order-1', entry);
    entry.steps['late'] = { status: 'done', inputHash: 'abc', result: 1 };
    const loaded = await journal.load('order-1');
    if (loaded) loaded.steps = {};

    deepEqual(await journal.load('order-1'), entryOf(1));
  }),

  caseOf('saves an entry of many steps, and results of any text', async (journal) => {
    const result = 'كيف \u0000 🟢 \ud800 " \\ \n';
    const names = Array.from({ length: 200 }, (_, index) => `addMilestones.${index + 1}`);
    const steps = Object.fromEntries(
      names.map((name) => [name, { status: 'done', inputHash: 'abc', result } as const]),
    );

    await journal.save('order-1', { ...entryOf(1), steps });

    deepEqual((await journal.load('order-1'))?.steps, steps);
  }),

  caseOf('does not return a step that is free again', async (journal) => {
    await saveAll(journal, 'order-1', 1);

    await journal.save('order-1', { ...entryOf(2), steps: { ...entryOf(2).steps, addParties: undefined } });

    equal((await journal.load('order-1'))?.steps['addParties'], undefined);
  }),

  caseOf('refuses a revision that exists already, and keeps the existing one', async (journal) => {
    await saveAll(journal, 'order-1', 1, 2);

    await rejects(journal.save('order-1', entryOf(2, 'another')));

    equal((await journal.load('order-1'))?.flow, 'openContract');
    await saveAll(journal, 'order-1', 3);
  }),

  caseOf('refuses a revision that was passed long ago', async (journal) => {
    await saveAll(journal, 'order-1', 1, 2, 3);

    await rejects(journal.save('order-1', entryOf(1, 'another')));

    equal((await journal.load('order-1'))?.revision, 3);
  }),

  caseOf('refuses a revision that skips one', async (journal) => {
    await saveAll(journal, 'order-1', 1);

    await rejects(journal.save('order-1', entryOf(3, 'another')));
    await rejects(journal.save('order-2', entryOf(2, 'another')));

    equal((await journal.load('order-1'))?.revision, 1);
    equal(await journal.load('order-2'), undefined);
  }),

  ...[1, 2].map((revision) =>
    caseOf(`lets only one of many concurrent saves of revision ${revision} succeed`, async (journal, openAgain) => {
      if (revision > 1) await saveAll(journal, 'order-1', revision - 1);
      const journals = [journal, await openAgain()];
      const saves = Array.from({ length: 10 }, (_, index) =>
        (journals[index % 2] as Journal).save('order-1', entryOf(revision, `flow-${index}`)),
      );

      const ends = await Promise.allSettled(saves);

      const winners = ends.flatMap(({ status }, index) => (status === 'fulfilled' ? [`flow-${index}`] : []));
      deepEqual(winners, [(await journal.load('order-1'))?.flow]);
    }),
  ),

  caseOf('accepts keys that are special in file names or paths', async (journal) => {
    for (const key of specialKeys) await saveAll(journal, key, 1, 2);

    for (const key of specialKeys) deepEqual(await journal.load(key), entryOf(2), `the key ${JSON.stringify(key)}`);
  }),

  caseOf('distinguishes similar keys', async (journal) => {
    for (const [index, key] of similarKeys.entries()) await journal.save(key, entryOf(1, `flow-${index}`));

    for (const [index, key] of similarKeys.entries()) equal((await journal.load(key))?.flow, `flow-${index}`, key);
  }),

  caseOf('accepts or refuses an odd key in load as in save, because a flow loads before it sends', async (journal) => {
    for (const [index, key] of oddKeys.entries()) {
      const [loaded] = await Promise.allSettled([journal.load(key)]);
      const [saved] = await Promise.allSettled([journal.save(key, entryOf(1, `flow-${index}`))]);

      equal(saved.status, loaded.status, `the key ${index}`);
      if (saved.status === 'fulfilled') equal((await journal.load(key))?.flow, `flow-${index}`, `the key ${index}`);
    }
  }),

  caseOf('returns what another journal on the same store has saved', async (journal, openAgain) => {
    await saveAll(journal, 'order-1', 1, 2);

    deepEqual(await (await openAgain()).load('order-1'), entryOf(2));
  }),

  caseOf('refuses a revision that another journal on the same store has saved', async (journal, openAgain) => {
    await saveAll(journal, 'order-1', 1);
    const other = await openAgain();
    await saveAll(other, 'order-1', 2);

    await rejects(journal.save('order-1', entryOf(2, 'another')));

    equal((await other.load('order-1'))?.flow, 'openContract');
  }),
];

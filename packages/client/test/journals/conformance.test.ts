import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JournalEntry, PendingStep } from '../../src/index.ts';
import { entryOf, type JournalStores, journalKinds, openPair, saveAll, since } from './stores.ts';

/** Keys that are special in file names or paths. */
const specialKeys = [
  ...['../x', '..', '.', 'a/b', 'a\\b', '/etc/passwd', 'C:x'],
  ...['طلب-١', '🚲', 'a b', 'a%2Fb', '__proto__', 'key\n'],
];
const similarKeys = ['a/b', 'a%2Fb', 'a_b', 'a\\b', 'a', 'A', 'a/', 'a ', '.', 'é', 'e\u0301'];
const oddKeys = ['k'.repeat(5000), 'ط'.repeat(100), '\ud800', '\udc00', 'a\0', 'a\0b', 'a'];

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

describe.each(journalKinds)('$name', ({ setUp }) => {
  let stores: JournalStores | undefined;
  beforeAll(async () => {
    stores = await setUp?.();
  });
  afterAll(() => stores?.dispose());

  /** A journal, and another one on the same store. */
  const open = async () => {
    const { journals, store } = await openPair(stores);
    return { journal: journals[0], other: journals[1], store };
  };

  describe('as flows need it', () => {
    it('returns what was saved last, even of more than nine revisions, and nothing for another key', async () => {
      const { journal, other } = await open();
      await saveAll(journal, 'order-1', ...Array.from({ length: 12 }, (_, index) => index + 1));
      await saveAll(journal, 'order-2', 1);

      expect(await journal.load('order-1')).toEqual(entryOf(12));
      expect(await other.load('order-2')).toEqual(entryOf(1));
      expect(await journal.load('order-3')).toBeUndefined();
    });

    it('saves a copy, which later changes to the entry do not affect', async () => {
      const { journal } = await open();
      const entry = entryOf(1);

      await journal.save('order-1', entry);
      entry.steps['late'] = { status: 'done', inputHash: 'abc', result: 1 };
      const loaded = await journal.load('order-1');
      if (loaded) loaded.steps = {};

      expect(await journal.load('order-1')).toEqual(entryOf(1));
    });

    it('saves an entry of many steps, results of any text, and no step that is free again', async () => {
      const { journal } = await open();
      const result = 'كيف \u0000 🟢 \ud800 " \\ \n';
      const names = Array.from({ length: 200 }, (_, index) => `addMilestones.${index + 1}`);
      const steps = Object.fromEntries(
        names.map((name) => [name, { status: 'done', inputHash: 'a', result } as const]),
      );
      await journal.save('order-1', { ...entryOf(1), steps: { ...steps, addParties: undefined } });

      const loaded = await journal.load('order-1');

      expect(loaded?.steps).toEqual(steps);
    });

    it('refuses a revision that exists, was passed long ago or skips one, and keeps what it has', async () => {
      const { journal, other } = await open();
      await saveAll(journal, 'order-1', 1, 2);
      await saveAll(other, 'order-1', 3);

      for (const revision of [1, 3, 5]) {
        await expect(journal.save('order-1', entryOf(revision, 'another'))).rejects.toMatchObject({
          code: 'journal',
          message: 'another run is working on "order-1": wait until it ends.',
        });
      }
      await expect(journal.save('order-2', entryOf(2))).rejects.toThrow();

      expect(await journal.load('order-1')).toEqual(entryOf(3));
      expect(await journal.load('order-2')).toBeUndefined();
      await saveAll(journal, 'order-1', 4);
    });

    it.each([1, 2])('lets only one of many concurrent saves of revision %i succeed', async (revision) => {
      const { journal, other } = await open();
      if (revision > 1) await saveAll(journal, 'order-1', revision - 1);
      const saves = Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? other : journal).save('order-1', entryOf(revision, `flow-${index}`)),
      );

      const ends = await Promise.allSettled(saves);

      const winners = ends.flatMap(({ status }, index) => (status === 'fulfilled' ? [`flow-${index}`] : []));
      expect(winners).toEqual([(await journal.load('order-1'))?.flow]);
    });

    it('accepts keys that are special in file names or paths, and distinguishes similar ones', async () => {
      const { journal } = await open();
      const keys = [...new Set([...specialKeys, ...similarKeys])];
      for (const [index, key] of keys.entries()) await journal.save(key, entryOf(1, `flow-${index}`));

      const loaded: unknown[] = [];
      for (const key of keys) loaded.push((await journal.load(key))?.flow);

      expect(loaded).toEqual(keys.map((_, index) => `flow-${index}`));
    });

    it('accepts or refuses an odd key in load as in save, because a flow loads before it sends', async () => {
      const { journal } = await open();
      for (const [index, key] of oddKeys.entries()) {
        const [loaded] = await Promise.allSettled([journal.load(key)]);
        const [saved] = await Promise.allSettled([journal.save(key, entryOf(1, `flow-${index}`))]);

        expect([index, saved.status]).toEqual([index, loaded.status]);
        if (saved.status === 'fulfilled') expect((await journal.load(key))?.flow).toBe(`flow-${index}`);
      }
    });
  });

  describe('as an operator needs it', () => {
    it('lists pending steps, the oldest first, with what their resolution needs, and none that is done', async () => {
      const { journal, other } = await open();
      const times = ['2026-03-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
      expect(await journal.listPendingSteps()).toEqual([]);
      for (const time of times) await journal.save(time, pendingSince(time));
      await journal.save('done', { ...entryOf(1), steps: { createContract: entryOf(1).steps['createContract'] } });

      const listed = await other.listPendingSteps();

      expect(listed).toEqual([...times].sort().map((time) => pendingStepOf(time, time)));
      expect(await journal.listDamaged()).toEqual([]);
    });

    it('lists a step that an earlier version saved without its fields', async () => {
      const { journal } = await open();
      await saveAll(journal, 'order-1', 1, 2);

      expect(await journal.listPendingSteps()).toEqual([
        { flow: 'openContract', key: 'order-1', step: 'addParties', revision: 2, since, requiredFields: [] },
      ]);
    });

    it('lists keys unchanged, and forgets only the given key, which may then be used again', async () => {
      const { journal, other } = await open();
      for (const key of [...specialKeys, 'kept']) await journal.save(key, pendingSince(since));
      const listed = (await journal.listPendingSteps()).map(({ key }) => key);

      for (const key of [...specialKeys, 'never saved']) await journal.forget(key);

      expect(listed.sort()).toEqual([...specialKeys, 'kept'].sort());
      expect((await other.listPendingSteps()).map(({ key }) => key)).toEqual(['kept']);
      await saveAll(journal, specialKeys[0] ?? '', 1);
    });

    it('prunes only flows that were completed long ago', async () => {
      const { journal } = await open();
      const dayInMs = 24 * 60 * 60 * 1000;
      const daysAgo = (days: number) => new Date(Date.now() - days * dayInMs).toISOString();
      await journal.save('old', { ...entryOf(1), steps: {}, completedAt: daysAgo(31) });
      await journal.save('recent', { ...entryOf(1), steps: {}, completedAt: daysAgo(29) });
      await journal.save('incomplete', { ...entryOf(1), steps: {} });
      await journal.save('pending', pendingSince(daysAgo(31)));

      const removed = await journal.prune({ olderThanInMs: 30 * dayInMs });

      expect(removed).toBe(1);
      expect(await journal.load('old')).toBeUndefined();
      for (const key of ['recent', 'incomplete', 'pending']) expect(await journal.load(key)).toBeDefined();
    });

    it.skipIf(!setUp).each(['null', '{"flow":"openContract"', '{"salt":"s","revision":1,"steps":[]}'])(
      'lists an entry that was damaged to %j by its key, does not load it, and hides no other',
      async (text) => {
        const { journal, store } = await open();
        for (const key of ['order-1', 'order-2', 'order-3']) await saveAll(journal, key, 1);

        if (store) await stores?.damage(store, 'order-2', text);

        const error = {
          code: 'journal',
          message: expect.stringContaining('The journal entry of "order-2" is damaged'),
        };
        expect((await journal.listPendingSteps()).map(({ key }) => key)).toEqual(['order-1', 'order-3']);
        expect(await journal.listDamaged()).toMatchObject([{ key: 'order-2', error }]);
        await expect(journal.load('order-2')).rejects.toMatchObject(error);
      },
    );
  });
});

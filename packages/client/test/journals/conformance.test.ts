import { afterAll, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../src/index.ts';
import { entryOf } from './journal-case.ts';
import { journalCases } from './journal-cases.ts';
import { durableJournalKinds, journalKinds } from './journal-kinds.ts';
import { pendingStepCases } from './pending-step-cases.ts';

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

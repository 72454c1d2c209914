import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEscrowError, type Journal, type JournalEntry } from '../../src/index.ts';
import { createFileJournal } from '../../src/journals/file-journal.ts';
import { createMemoryJournal } from '../../src/journals/memory-journal.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'journals-'));
});
afterAll(() => rm(root, { recursive: true }));

const newFolder = (): Promise<string> => mkdtemp(join(root, 'journal-'));

const journals: Record<string, () => Promise<Journal>> = {
  'a memory journal': async () => createMemoryJournal(),
  'a file journal': async () => createFileJournal(await newFolder()),
};

const entryOf = (revision: number, flow = 'openContract'): JournalEntry => ({
  flow,
  salt: 'salt-1',
  revision,
  steps: {
    createContract: { status: 'done', inputHash: 'abc', result: 'contract_1' },
    addParties: { status: 'pending', since: '2026-01-01T00:00:00.000Z', inputHash: 'def' },
  },
});

const save = (journal: Journal, key: string, ...revisions: number[]): Promise<void> =>
  revisions.reduce((saved, revision) => saved.then(() => journal.save(key, entryOf(revision))), Promise.resolve());

const isConflict = (end: PromiseSettledResult<unknown>): boolean =>
  end.status === 'rejected' && isEscrowError(end.reason, 'journal');

describe.each(Object.keys(journals))('%s', (name) => {
  const create = () => (journals[name] as () => Promise<Journal>)();

  it('has nothing under a key that was never saved', async () => {
    const journal = await create();

    expect(await journal.load('order-1')).toBeUndefined();
  });

  it('gives what was saved last', async () => {
    const journal = await create();

    await save(journal, 'order-1', 1, 2, 3);

    expect(await journal.load('order-1')).toEqual(entryOf(3));
  });

  it('gives the last of more than nine revisions', async () => {
    const journal = await create();

    await save(journal, 'order-1', ...Array.from({ length: 12 }, (_, index) => index + 1));

    expect((await journal.load('order-1'))?.revision).toBe(12);
  });

  it('keeps keys apart', async () => {
    const journal = await create();

    await save(journal, 'order-1', 1);
    await save(journal, 'order-2', 1, 2);

    expect((await journal.load('order-1'))?.revision).toBe(1);
    expect((await journal.load('order-2'))?.revision).toBe(2);
  });

  it('keeps a copy: what is done to an entry later does not change it', async () => {
    const journal = await create();
    const entry = entryOf(1);

    await journal.save('order-1', entry);
    entry.steps['late'] = { status: 'done', inputHash: 'abc', result: 1 };
    const loaded = await journal.load('order-1');
    if (loaded) loaded.steps = {};

    expect(await journal.load('order-1')).toEqual(entryOf(1));
  });

  it('refuses a revision that is there already, and keeps the one it has', async () => {
    const journal = await create();
    await save(journal, 'order-1', 1, 2);

    const [end] = await Promise.allSettled([journal.save('order-1', entryOf(2, 'another'))]);

    expect(end && isConflict(end)).toBe(true);
    expect((await journal.load('order-1'))?.flow).toBe('openContract');
  });

  it('refuses a revision that was passed long ago', async () => {
    const journal = await create();
    await save(journal, 'order-1', 1, 2, 3);

    const [end] = await Promise.allSettled([journal.save('order-1', entryOf(1, 'another'))]);

    expect(end && isConflict(end)).toBe(true);
    expect((await journal.load('order-1'))?.revision).toBe(3);
  });

  it('refuses a revision that skips one, as what is stored was not read', async () => {
    const journal = await create();
    await save(journal, 'order-1', 1);

    const ends = await Promise.allSettled([
      journal.save('order-1', entryOf(3, 'another')),
      journal.save('order-2', entryOf(2, 'another')),
    ]);

    expect(ends.map(isConflict)).toEqual([true, true]);
    expect((await journal.load('order-1'))?.revision).toBe(1);
    expect(await journal.load('order-2')).toBeUndefined();
  });

  it('lets one of many that save the same revision at once win', async () => {
    const journal = await create();
    const flows = Array.from({ length: 10 }, (_, index) => `flow-${index}`);

    const ends = await Promise.allSettled(flows.map((flow) => journal.save('order-1', entryOf(1, flow))));

    const winner = ends.findIndex(({ status }) => status === 'fulfilled');
    expect(ends.filter(isConflict)).toHaveLength(9);
    expect((await journal.load('order-1'))?.flow).toBe(`flow-${winner}`);
  });

  it.each([
    '../x',
    '..',
    '.',
    '',
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
  ])('takes the key %j', async (key) => {
    const journal = await create();

    await save(journal, key, 1, 2);

    expect(await journal.load(key)).toEqual(entryOf(2));
  });

  it('tells keys apart that look alike', async () => {
    const journal = await create();
    const keys = ['a/b', 'a%2Fb', 'a_b', 'a\\b', 'a', 'a/', '', '.', 'é', 'e\u0301'];

    for (const [index, key] of keys.entries()) await journal.save(key, entryOf(1, `flow-${index}`));

    for (const [index, key] of keys.entries()) expect((await journal.load(key))?.flow).toBe(`flow-${index}`);
  });

  it.each([
    ['of 5000 letters', 'k'.repeat(5000)],
    ['of 100 Arabic letters', 'ط'.repeat(100)],
    ['of half a character', '\ud800'],
  ])('takes a key %s or refuses it, before anything is sent', async (_name, key) => {
    const journal = await create();

    const loaded = await Promise.allSettled([journal.load(key)]);
    const saved = await Promise.allSettled([journal.save(key, entryOf(1))]);

    // A flow loads before it sends, so that a key which cannot be saved must not load either.
    expect(saved[0].status).toBe(loaded[0].status);
    if (saved[0].status === 'fulfilled') expect(await journal.load(key)).toEqual(entryOf(1));
  });
});

describe('a file journal', () => {
  it('survives a process that ends: another journal on the folder has the entry', async () => {
    const folder = await newFolder();

    await save(createFileJournal(folder), 'order-1', 1, 2);

    expect(await createFileJournal(folder).load('order-1')).toEqual(entryOf(2));
  });

  it('refuses a revision that another journal on the folder has saved', async () => {
    const folder = await newFolder();
    await save(createFileJournal(folder), 'order-1', 1);

    const [end] = await Promise.allSettled([createFileJournal(folder).save('order-1', entryOf(1, 'another'))]);

    expect(end && isConflict(end)).toBe(true);
  });

  it('creates its folder', async () => {
    const folder = join(await newFolder(), 'a', 'b');

    await save(createFileJournal(folder), 'order-1', 1);

    expect(await createFileJournal(folder).load('order-1')).toEqual(entryOf(1));
  });

  it('writes nothing outside its folder', async () => {
    const parent = await newFolder();
    const journal = createFileJournal(join(parent, 'inside'));

    for (const key of ['../x', '..', '.', '/x', '../../x', 'a/../../x']) await save(journal, key, 1);

    expect(await readdir(parent)).toEqual(['inside']);
  });

  it('takes no notice of a file that a crash left half written', async () => {
    const folder = await newFolder();
    const journal = createFileJournal(folder);
    await save(journal, 'order-1', 1);
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const saved = files.find((file) => file.isFile());
    if (!saved) throw new Error('The journal has no file.');
    await writeFile(join(saved.parentPath, `2.json.${crypto.randomUUID()}.draft`), '{"flow":"open');

    await save(journal, 'order-1', 2);

    expect((await journal.load('order-1'))?.revision).toBe(2);
  });

  it('leaves no draft behind', async () => {
    const folder = await newFolder();
    const journal = createFileJournal(folder);
    await save(journal, 'order-1', 1, 2);
    await Promise.allSettled([journal.save('order-1', entryOf(1))]);

    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());

    const revisions = files.map(async ({ parentPath, name }) =>
      JSON.parse(await readFile(join(parentPath, name), 'utf8')),
    );
    expect((await Promise.all(revisions)).map(({ revision }) => revision).sort()).toEqual([1, 2]);
  });

  it('says so where its folder is a file', async () => {
    const file = join(await newFolder(), 'file');
    await writeFile(file, '');

    await expect(createFileJournal(file).load('order-1')).rejects.toThrow();
    await expect(createFileJournal(file).save('order-1', entryOf(1))).rejects.toThrow();
  });
});

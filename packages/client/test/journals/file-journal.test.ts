import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileJournal } from '../../src/journals/file-journal.ts';
import { entryOf, saveAll as save } from './stores.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'journals-'));
});
afterAll(() => rm(root, { recursive: true }));

const newFolder = (): Promise<string> => mkdtemp(join(root, 'journal-'));

/** A journal with one entry, and its folder. */
async function setUp() {
  const folder = await newFolder();
  const journal = createFileJournal(folder);
  await save(journal, 'order-1', 1);
  return { folder, journal };
}

/** The mode of a file or folder. */
const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

describe('a file journal', () => {
  // Windows has no file modes.
  it.runIf(process.platform !== 'win32')(
    'is for its owner alone, however deep it is created; a folder that is there already keeps its mode',
    async () => {
      const parent = await newFolder();
      await chmod(parent, 0o755);

      await save(createFileJournal(join(parent, 'a', 'b')), 'order-1', 1);

      const paths = ['', 'a', 'a/b', 'a/b/key-order-1', 'a/b/key-order-1/1.json'].map((path) => join(parent, path));
      expect(await Promise.all(paths.map(modeOf))).toEqual(['755', '700', '700', '700', '600']);
    },
  );

  it('writes nothing outside its folder', async () => {
    const parent = await newFolder();
    const journal = createFileJournal(join(parent, 'inside'));

    for (const key of ['../x', '..', '.', '/x', '../../x', 'a/../../x']) await save(journal, key, 1);

    expect(await readdir(parent)).toEqual(['inside']);
  });

  it('leaves no draft behind, and ignores one that a crash left half written', async () => {
    const { folder, journal } = await setUp();
    const draft = `2.json.${crypto.randomUUID()}.draft`;
    await writeFile(join(folder, 'key-order-1', draft), '{"flow":"open');

    await save(journal, 'order-1', 2);
    await Promise.allSettled([journal.save('order-1', entryOf(1))]);

    expect((await journal.load('order-1'))?.revision).toBe(2);
    expect((await readdir(join(folder, 'key-order-1'))).sort()).toEqual(['1.json', '2.json', draft]);
    expect(await readdir(folder)).toEqual(['key-order-1']);
  });

  it('lists a stray file as damaged, by the key in its name', async () => {
    const { folder, journal } = await setUp();
    await writeFile(join(folder, 'key-order-2'), 'stray');
    await writeFile(join(folder, 'notes.txt'), 'not ours');
    await mkdir(join(folder, 'key-order-3', '1.json'), { recursive: true });

    expect((await journal.listPendingSteps()).map(({ key }) => key)).toEqual(['order-1']);
    expect((await journal.listDamaged()).map(({ key }) => key)).toEqual(['order-2', 'order-3']);
    await expect(journal.load('order-2')).rejects.toMatchObject({
      code: 'journal',
      message: expect.stringContaining('"order-2" is damaged'),
    });
  });

  it('hides no pending step behind a folder that cannot be read', async () => {
    const { folder, journal } = await setUp();
    for (const [name, target] of [
      ['key-loop', join(folder, 'key-loop')],
      ['key-link', join(folder, 'missing')],
      ['key-order-2/2.json', join(folder, 'missing')],
    ] as const) {
      await mkdir(join(folder, name, '..'), { recursive: true });
      await symlink(target, join(folder, name));
    }

    expect((await journal.listPendingSteps()).map(({ key }) => key)).toEqual(['order-1']);
    expect((await journal.listDamaged()).map(({ key }) => key)).toEqual(['loop', 'order-2']);
    // A flow must not start over.
    await expect(journal.load('order-2')).rejects.toMatchObject({ code: 'journal' });
  });
});

import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFileJournal } from '../../src/journals/file-journal.ts';
import { entryOf, saveAll as save } from './journal-case.ts';

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

/** The modes of everything below a folder, by kind. */
async function modesBelow(folder: string): Promise<{ folders: string[]; files: string[] }> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const modes = await Promise.all(
    found.map(async (entry) => ({
      isFile: entry.isFile(),
      mode: ((await stat(join(entry.parentPath, entry.name))).mode & 0o777).toString(8),
    })),
  );
  const of = (kind: boolean) => [...new Set(modes.filter(({ isFile }) => isFile === kind).map(({ mode }) => mode))];
  return { folders: of(false), files: of(true) };
}

describe('a file journal', () => {
  // Windows has no file modes.
  it.runIf(process.platform !== 'win32')(
    'is for its owner alone, however deep it is created; a folder that is there already keeps its mode',
    async () => {
      const parent = await newFolder();
      await chmod(parent, 0o755);

      await save(createFileJournal(join(parent, 'a', 'b')), 'order-1', 1, 2);

      expect(await modesBelow(parent)).toEqual({ folders: ['700'], files: ['600'] });
      expect(((await stat(parent)).mode & 0o777).toString(8)).toBe('755');
    },
  );

  it('writes nothing outside its folder', async () => {
    const parent = await newFolder();
    const journal = createFileJournal(join(parent, 'inside'));

    for (const key of ['../x', '..', '.', '/x', '../../x', 'a/../../x']) await save(journal, key, 1);

    expect(await readdir(parent)).toEqual(['inside']);
  });

  it('ignores a file that a crash left half written', async () => {
    const { folder, journal } = await setUp();
    await writeFile(join(folder, 'key-order-1', `2.json.${crypto.randomUUID()}.draft`), '{"flow":"open');

    await save(journal, 'order-1', 2);

    expect((await journal.load('order-1'))?.revision).toBe(2);
  });

  it('leaves no draft behind', async () => {
    const { folder, journal } = await setUp();
    await save(journal, 'order-1', 2);
    await Promise.allSettled([journal.save('order-1', entryOf(1))]);

    expect((await readdir(join(folder, 'key-order-1'))).sort()).toEqual(['1.json', '2.json']);
    expect(await readdir(folder)).toEqual(['key-order-1']);
  });

  it('names the file that is damaged', async () => {
    const { folder, journal } = await setUp();
    await writeFile(join(folder, 'key-order-1', '1.json'), '{"flow":"open');

    await expect(journal.load('order-1')).rejects.toMatchObject({
      code: 'journal',
      message: expect.stringMatching(
        /^The journal entry of "order-1" is damaged: .*key-order-1.1\.json is not JSON\. Restore it, or use another key\.$/,
      ),
    });
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

  it.each(['01.json', '99999999999999999999999.json', '0.json', '-1.json'])('ignores a file named %s', async (name) => {
    const { folder, journal } = await setUp();
    await writeFile(join(folder, 'key-order-1', name), 'stray');

    await save(journal, 'order-1', 2);

    expect(await journal.load('order-1')).toEqual(entryOf(2));
    expect(await journal.listDamaged()).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('leaves no draft behind if the disk is full', async () => {
    const folder = await newFolder();
    const entry = { ...entryOf(1), salt: 'x'.repeat(100_000) };
    const module = JSON.stringify(new URL('../../src/journals/file-journal.ts', import.meta.url));
    const program = `
      const { createFileJournal } = await import(${module});
      process.on('SIGXFSZ', () => {});
      await createFileJournal(${JSON.stringify(folder)}).save('order-1', JSON.parse(process.argv[1]))
        .catch(({ code }) => console.log(code));`;

    // No file of the process may be longer than 1 KiB.
    const command = `ulimit -f 1; exec "${process.execPath}" --input-type=module --eval "$0" "$1"`;
    const child = spawn('bash', ['-c', command, program, JSON.stringify(entry)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });

    expect((await text(child.stdout)).trim()).toBe('EFBIG');
    expect(await readdir(join(folder, 'key-order-1'))).toEqual([]);
    await save(createFileJournal(folder), 'order-1', 1);
  });
});

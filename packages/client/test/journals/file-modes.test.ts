import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createFileJournal } from '../../src/journals/file-journal.ts';
import { createFakeService } from '../flows/fake-service.ts';
import { clientOn, customerToOnboard } from '../flows/inputs.ts';

/** A folder that everybody may read. It is removed after the test. */
async function newOpenFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'modes-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o755);
  return folder;
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

// Windows has no file modes.
it.runIf(process.platform !== 'win32')(
  'a file journal is for its owner alone, however deep it is created; a folder that is there already keeps its mode',
  async () => {
    const parent = await newOpenFolder();
    const journal = createFileJournal(join(parent, 'a', 'b'));

    await clientOn(createFakeService().fetch).flows.onboardCustomer(customerToOnboard, { key: 'order-1', journal });

    expect(await modesBelow(parent)).toEqual({ folders: ['700'], files: ['600'] });
    expect(((await stat(parent)).mode & 0o777).toString(8)).toBe('755');
  },
);

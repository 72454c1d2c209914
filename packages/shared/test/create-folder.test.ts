import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { createFolder } from '../src/create-folder.ts';

let place: string;

beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), 'create-folder-'));
  onTestFinished(() => rm(place, { recursive: true }));
});

test('a folder and its missing parents are created with the permissions, whoever else creates them', async () => {
  const paths = Array.from({ length: 20 }, (_, index) => join(place, 'above', 'data', `${index}`));

  const created = (await Promise.all(paths.map((path) => createFolder(path, { mode: 0o700 })))).flat();

  expect(created.toSorted()).toEqual([join(place, 'above'), join(place, 'above', 'data'), ...paths].toSorted());
  for (const each of created) expect((await stat(each)).mode & 0o777).toBe(0o700);
  expect(await createFolder(place)).toEqual([]);
});

test('a file in place of a folder is reported', async () => {
  const file = join(place, 'file');
  await writeFile(file, '');

  await expect(createFolder(file)).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(createFolder(join(file, 'data'))).rejects.toMatchObject({ code: 'ENOTDIR' });
});

test.runIf(process.platform === 'linux')('a file system that takes no folder is reported', async () => {
  await expect(createFolder('/proc/none/data')).rejects.toMatchObject({ code: 'ENOENT', path: '/proc/none' });
});

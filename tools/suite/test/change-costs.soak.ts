import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Command, generate } from './change-costs/change.ts';
import { changes } from './change-costs/changes.ts';
import { listedSections, namedFilesOf, readListedChange, type WrittenFile } from './change-costs/page.ts';
import { createTrialClone, type TrialClone } from './change-costs/trial-clone.ts';

test('every change of the page is tried', () => {
  expect(changes.map(({ section }) => section).toSorted()).toEqual(listedSections().toSorted());
});

describe('in a clone', () => {
  let folder: string;
  let clone: TrialClone;
  beforeAll(async () => {
    folder = await mkdtemp(join(await realpath(tmpdir()), 'escrow-change-'));
    clone = await createTrialClone(folder);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  beforeEach(() => clone.reset());

  test.each(changes)('$section costs the files that the page lists', async ({ section, edits, checks }) => {
    const { counts, byHand, written } = readListedChange(section);

    await clone.edit(edits);
    const edited = await clone.changedFiles();
    await runAll([generate, ...otherCommands(written)]);
    const changed = await clone.changedFiles();

    const generated = [...changed].filter(([path, text]) => text !== edited.get(path)).map(([path]) => path);
    expect({ byHand: edited.size, written: generated.length }).toEqual(counts);
    expect(namedFilesOf(byHand, [...edited.keys()])).toEqual(byHand.toSorted());
    expect(generated).toEqual(written.map(({ path }) => path).toSorted());
    await runAll(checks);
  });

  const omissions = changes.flatMap((change) => change.omissions.map((omission) => ({ ...change, ...omission })));
  test.each(omissions)('$section: without $path, a check fails', async ({ edits, path, check, name }) => {
    await clone.edit(edits.filter((edit) => edit.path !== path));

    // The consumer tests, which generate the pacts, may be the first to fail.
    const outcome = runAll([generate, check]);

    await expect(outcome).rejects.toThrow(name);
  });

  async function runAll(commands: Command[]): Promise<void> {
    for (const command of commands) await clone.run(command);
  }
});

/** The commands of the page besides `pnpm generate`, each to run in the workspace of the file that it writes. */
const otherCommands = (written: WrittenFile[]): Command[] =>
  written
    .filter(({ command }) => command !== 'pnpm generate')
    .map(({ path, command }) => ({ folder: path.split('/', 2).join('/'), line: ['sh', '-c', command] }));

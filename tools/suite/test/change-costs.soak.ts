import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from './change-costs/change.ts';
import { changes } from './change-costs/changes.ts';
import { listedSections, namedFilesOf, readListedChange, type WrittenFile } from './change-costs/page.ts';
import { createTrialClone, type TrialClone } from './change-costs/trial-clone.ts';

test('every change of the page is tried', () => {
  expect(changes.map(({ section }) => section).sort()).toEqual(listedSections().sort());
});

describe('in a clone', () => {
  let clone: TrialClone;
  beforeAll(async () => {
    clone = await createTrialClone();
  });
  afterAll(() => clone.remove());
  beforeEach(() => clone.reset());

  test.each(changes)('$section costs the files that the page lists', async ({ section, edits, checks }) => {
    const { counts, byHand, written } = readListedChange(section);

    await clone.edit(edits);
    const edited = await clone.changedFiles();
    for (const command of writingCommands(written)) await clone.run(command);
    const changed = await clone.changedFiles();

    const generated = [...changed].filter(([path, text]) => text !== edited.get(path)).map(([path]) => path);
    expect({ byHand: edited.size, written: generated.length }).toEqual(counts);
    expect(namedFilesOf(byHand, [...edited.keys()])).toEqual(byHand.toSorted());
    expect(generated).toEqual(written.map(({ path }) => path).toSorted());
    for (const check of checks) await clone.run(check);
  });

  const omissions = changes.flatMap((change) => change.omissions.map((omission) => ({ ...change, ...omission })));
  test.each(omissions)('$section: without $path, a check fails', async ({ section, edits, path, check }) => {
    await clone.edit(edits.filter((edit) => edit.path !== path));

    // A generator may be the first to notice.
    const outcome = runAll([...writingCommands(readListedChange(section).written), check]);

    await expect(outcome).rejects.toThrow();
  });

  async function runAll(commands: Command[]): Promise<void> {
    for (const command of commands) await clone.run(command);
  }
});

/** The commands that write these files, each once, in the order of the page. */
function writingCommands(written: WrittenFile[]): Command[] {
  const commands = written.map(({ path, command }) =>
    command === 'pnpm generate'
      ? { folder: '.', line: ['turbo', 'run', 'generate'] }
      : { folder: path.split('/', 2).join('/'), line: command.split(' ') },
  );
  return [...new Map(commands.map((command) => [JSON.stringify(command), command])).values()];
}

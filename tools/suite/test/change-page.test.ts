import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { changes } from './change-costs/changes.ts';
import { editedText } from './change-costs/edit.ts';
import { changePage, isChangeset, namedFilesOf, readListedChange, repositoryFolder } from './change-costs/page.ts';

const named = Array.from(changePage.matchAll(/`([\w.-]+\/[\w./-]+)`/g), ([, path]) => path ?? '');

/** NAME and TOPIC stand for any word. */
const isThere = (path: string): boolean => {
  if (!/NAME|TOPIC/.test(path)) return existsSync(join(repositoryFolder, path));
  return globSync(path.replaceAll(/NAME|TOPIC/g, '*'), { cwd: repositoryFolder }).length > 0;
};

test('every file and folder in docs/change.md exists', () => {
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

describe.each(changes)('$section', ({ section, edits }) => {
  const { counts, byHand, written } = readListedChange(section);

  test('the table at the top counts the files of the lists', () => {
    expect({ byHand: byHand.length, written: written.length }).toEqual(counts);
  });

  test('the trial that `pnpm soak` makes edits the listed files', () => {
    const paths = [...new Set(edits.map(({ path }) => path))].filter((path) => !isChangeset(path));

    expect(namedFilesOf(byHand, paths)).toEqual(byHand.toSorted());
  });

  test.each(edits)('the edit of $path fits', (edit) => {
    expect(editedText(repositoryFolder, edit)).toContain(edit.text);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const testFiles = globSync('{spec,packages/*,apps/*,tools/*}/test/**/*.{test,soak}.ts', { cwd: root });

/** The entries of the list, each with its tests. */
const entries = readFileSync(join(root, 'docs/promises.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- '))
  .map((entry) => ({
    entry,
    files: Array.from(entry.matchAll(/`([^`]+\.(?:test|soak)\.ts)`/g), ([, file]) => file ?? ''),
  }));

/** Whether a file runs differently in `pnpm soak` and in `npm test`. */
function hasLongForm(file: string): boolean {
  if (file.endsWith('.soak.ts')) return true;
  return /import \{[^}]*\b(isSoak|repeats|sqliteOrBoth)\b[^}]*\} from '/.test(readFileSync(join(root, file), 'utf8'));
}

test('every file with a long form is in the list', () => {
  const listed = new Set(entries.flatMap(({ files }) => files));

  expect(testFiles.filter((file) => hasLongForm(file) && !listed.has(file))).toEqual([]);
});

test.each(entries)('there are the tests of "$entry", with a long form', ({ files }) => {
  expect(files.filter((file) => !testFiles.includes(file))).toEqual([]);
  expect(files.some(hasLongForm)).toBe(true);
});

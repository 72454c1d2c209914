import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const testFiles = globSync('{spec,packages/*,apps/*,tools/*}/test/**/*.{test,soak}.ts', { cwd: root });

/** The rows of the list: promise, form in `pnpm soak`, files. */
const rows = readFileSync(join(root, 'docs/promises.md'), 'utf8')
  .split('\n')
  .filter(
    (line) =>
      line.startsWith('| ') && !line.startsWith('| promise') && !line.startsWith('| -') && !line.startsWith('| **The'),
  )
  .map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );

const filesOf = (cell = '') => Array.from(cell.matchAll(/`([^`]+)`/g), ([, file]) => file ?? '');

/** Whether a file runs differently in `pnpm soak` and in `npm test`. */
function hasLongForm(file: string): boolean {
  if (file.endsWith('.soak.ts')) return true;
  return /import \{[^}]*\b(isSoak|repeats|sqliteOrBoth)\b[^}]*\} from '(@escrow-kit\/suite|.+\/stores.ts)'/.test(
    readFileSync(join(root, file), 'utf8'),
  );
}

test('every file with a long form is in the list', () => {
  const listed = new Set(rows.flatMap(([, , files]) => filesOf(files)));

  expect(testFiles.filter((file) => hasLongForm(file) && !listed.has(file))).toEqual([]);
});

test.each(rows)('the files of "%s" exist and have a long form', (_promise, long, files) => {
  const named = filesOf(files);

  expect(named).not.toEqual([]);
  expect(named.filter((file) => !testFiles.includes(file))).toEqual([]);
  expect(named.some(hasLongForm)).toBe(true);
  expect(long).not.toBe('');
});

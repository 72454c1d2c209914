import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/change.md'), 'utf8');
const named = Array.from(page.matchAll(/`([\w.-]+\/[\w./-]+)`/g), ([, path]) => path ?? '');

/** NAME and TOPIC stand for any word. Between releases there may be no changeset. */
const isThere = (path: string): boolean => {
  if (path === '.changeset/NAME.md') return true;
  if (!/NAME|TOPIC/.test(path)) return existsSync(join(root, path));
  return globSync(path.replaceAll(/NAME|TOPIC/g, '*'), { cwd: root }).length > 0;
};

test('every file and folder in docs/change.md exists', () => {
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !isThere(path))).toEqual([]);
});

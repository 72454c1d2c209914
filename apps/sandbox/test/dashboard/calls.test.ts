import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { controlOperations } from '@escrow-kit/sandbox-control';
import { expect, test } from 'vitest';
import { findRoute } from '../../src/service/find-route.ts';

const sources = join(import.meta.dirname, '../../dashboard/src');

/** A call as the dashboard writes it, such as `api.GET('/_sandbox/health'`. */
const call = /api\s*\.(GET|PUT|POST|DELETE)\(\s*'([^']+)'/g;

test('the dashboard makes every call of the control API, and no other', async () => {
  const made = new Set<string>();
  for (const name of await readdir(sources, { recursive: true })) {
    if (!/\.tsx?$/.test(name)) continue;
    const text = await readFile(join(sources, name), 'utf8');
    for (const [, method, path] of text.matchAll(call)) made.add(`${method} ${path}`);
    for (const [path] of text.matchAll(/(?<=')[^']+\/stream(?=')/g)) made.add(`GET ${path}`);
  }

  expect([...made].sort()).toEqual(controlOperations.map(({ method, path }) => `${method} ${path}`).sort());
});

test.each([
  '/',
  '/dashboard',
  '/dashboard/default/contracts',
  '/dashboard/default/webhooks/1',
  '/dashboard/assets/a.js',
])('no operation of the service has the address %s of the dashboard', (path) => {
  expect(findRoute('GET', path)).toBeUndefined();
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { controlOperations } from '@escrow-kit/sandbox-control';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../src');

/** A call in the dashboard's code, such as `api.GET('/_sandbox/health'`. */
const call = /api\s*\.(GET|PUT|POST|DELETE)\(\s*'([^']+)'/g;

/** Calls that the dashboard does not make, because another one suits people better. */
const forPrograms = [
  // The dashboard lists milestones, which name their contract.
  'GET /_sandbox/tenants/{tenant}/contracts',
  // The dashboard changes one fault at a time, so that two tabs do not replace each other's list.
  'PUT /_sandbox/tenants/{tenant}/faults',
];

test('the dashboard makes every call of the control API, and no other', async () => {
  const made = new Set<string>();
  for (const name of await readdir(sources, { recursive: true })) {
    if (!/\.tsx?$/.test(name)) continue;
    const text = await readFile(join(sources, name), 'utf8');
    for (const [, method, path] of text.matchAll(call)) made.add(`${method} ${path}`);
    for (const [path] of text.matchAll(/(?<=')[^']+\/stream(?=')/g)) made.add(`GET ${path}`);
  }

  const all = controlOperations.map(({ method, path }) => `${method} ${path}`);
  expect([...made, ...forPrograms].sort()).toEqual(all.sort());
});

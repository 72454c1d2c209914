import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createControl } from '@escrow-kit/sandbox-control';
import { expect, test } from 'vitest';

const sources = join(import.meta.dirname, '../src');

/** Calls that the dashboard does not make, because another one suits people better. */
const forPrograms = [
  // The dashboard lists milestones, which name their contract.
  'contracts',
  // The dashboard changes one fault at a time, so that two tabs do not replace each other's list.
  'setFaults',
  // The dashboard shows the user's answer, whatever it is.
  'giveConsent',
  // The stream of changes shows whether the sandbox works.
  'health',
];

test('the dashboard makes every call of the control API', async () => {
  const made = new Set<string>();
  for (const name of await readdir(sources, { recursive: true })) {
    if (!/\.tsx?$/.test(name)) continue;
    const text = await readFile(join(sources, name), 'utf8');
    for (const [, method = ''] of text.matchAll(/(?:control|controlOf\(tenant\))\.(\w+)\(/g)) made.add(method);
  }

  const { tenant: _, ...methods } = createControl('http://127.0.0.1:4020');
  expect([...made, ...forPrograms].sort()).toEqual(Object.keys(methods).sort());
});

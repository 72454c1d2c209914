import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';

test('the README has every option of the help with its variable, and no other', async () => {
  const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
  const { stdout } = await runCommand(['verify', '--help']);

  const documented = [...readme.matchAll(/^\| `(--[a-z-]+)[^`]*` +\| `(ESCROW_\w+)`/gm)].map(([, option, name]) => [
    option,
    name,
  ]);
  const known = [...stdout.replaceAll(/\n +(?=[^\s-])/g, ' ').matchAll(/^ +(--[a-z-]+).*env:\s*(ESCROW_\w+)/gm)];

  expect(documented).toEqual(known.map(([, option, name]) => [option, name]));
  expect(documented.length).toBeGreaterThan(20);
});

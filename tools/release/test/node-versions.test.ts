import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findPublishablePackages } from '../src/publishable-packages.ts';
import { repositoryFolder } from '../src/repository.ts';

/** Packages with commands need the Node of Prism, the newest tool among them. Packages that programs import run on Node 20. */
const commandRange = '>=24.18';
const libraryRange = '>=20';

const packages = await findPublishablePackages();

test.for(packages)('package.json and README of $name say the same about Node', ({ manifest, folder }) => {
  const range = manifest.bin ? commandRange : libraryRange;
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');

  expect(manifest.engines).toEqual({ node: range });
  expect(readme).toMatch(manifest.bin ? /\bneeds\s+Node\s+24\.18\s+or\s+later\b/i : /\bNode\s+20\s+(and|or)\s+later\b/);
});

test('the README of the repository says the same', () => {
  const readme = readFileSync(join(repositoryFolder, 'README.md'), 'utf8');

  expect(readme).toContain('They need Node 24.18 or later');
});

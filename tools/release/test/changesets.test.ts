import { readChangesets } from '@changesets/read';
import { expect, test } from 'vitest';
import { findPublishablePackages } from '../src/publishable-packages.ts';
import { repositoryFolder } from '../src/repository.ts';

test('no changeset is major for a package that was never released', async () => {
  const packages = await findPublishablePackages();
  const unreleased = packages.filter(({ manifest }) => manifest.version === '0.0.0').map(({ name }) => name);

  const changesets = await readChangesets(repositoryFolder);

  const major = changesets.flatMap(({ releases }) => releases.filter(({ type }) => type === 'major'));
  expect(major.filter(({ name }) => unreleased.includes(name))).toEqual([]);
});

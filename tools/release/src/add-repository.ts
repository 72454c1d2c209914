import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { describeRepository } from './describe-repository.ts';
import { findPublishablePackages } from './publishable-packages.ts';
import { repositoryFolder } from './repository.ts';

// Writes into each package.json that is published where its repository is, which is known only where a release is made: no
// address is typed in that a fork or a move would make wrong. npm refuses provenance without it.
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
if (!GITHUB_SERVER_URL || !GITHUB_REPOSITORY) {
  throw new Error('Set GITHUB_SERVER_URL and GITHUB_REPOSITORY, as a workflow of GitHub does.');
}
const address = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;

for (const { folder } of await findPublishablePackages()) {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  const directory = relative(repositoryFolder, folder).replaceAll(sep, '/');
  writeFileSync(file, `${JSON.stringify({ ...manifest, ...describeRepository(address, directory) }, null, 2)}\n`);
}

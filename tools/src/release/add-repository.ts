import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { completeLinks, directoryOf, findPublishablePackages } from './publishable-packages.ts';

// Writes the address of the repository into each published package.json and into the links of its pages. The publishing workflow
// does this, because a committed address would be wrong after a fork or a move. npm refuses provenance without the address, and
// relative links do not work in a published package.

const [, , repository = '.'] = process.argv;
const { GITHUB_SERVER_URL, GITHUB_REPOSITORY } = process.env;
if (!GITHUB_SERVER_URL || !GITHUB_REPOSITORY) {
  throw new Error('Set GITHUB_SERVER_URL and GITHUB_REPOSITORY, as a workflow of GitHub does.');
}
const address = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`;

for (const { folder } of await findPublishablePackages(repository)) {
  const file = join(folder, 'package.json');
  const directory = directoryOf(folder, repository);
  const fields = {
    repository: { type: 'git', url: `git+${address}.git`, directory },
    homepage: `${address}/tree/main/${directory}#readme`,
    bugs: `${address}/issues`,
  };
  const manifest = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, `${JSON.stringify({ ...manifest, ...fields }, null, 2)}\n`);
  completeLinks(folder, directory, addressOf);
}

function addressOf(path: string): string {
  const kind = /\.(png|webp)$/.test(path) ? 'raw' : 'blob';
  return `${address}/${kind}/HEAD/${path}`;
}

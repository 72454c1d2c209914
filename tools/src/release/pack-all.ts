import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { completeLinks, directoryOf, findPublishablePackages, repositoryFolder } from './publishable-packages.ts';

// Packs every package (build them first) and prints the npm commands that install them. Packages for production are not given with
// -D, because npm would move them to the devDependencies.

const run = promisify(execFile);

/** The packages that a shop runs in production. The others are for its tests. */
const production = ['@escrow-kit/checkout', '@escrow-kit/client', '@escrow-kit/webhooks'];

const folder = resolve(process.argv[2] ?? join(repositoryFolder, 'tarballs'));
const tarballs = { production: [] as string[], tests: [] as string[] };
for (const { name, folder: cwd } of await findPublishablePackages()) {
  const { stdout } = await run('pnpm', ['pack', '--json', '--pack-destination', folder], { cwd });
  const { filename } = JSON.parse(stdout);
  await completePages(filename, directoryOf(cwd));
  tarballs[production.includes(name) ? 'production' : 'tests'].push(filename);
}

console.log(
  `Packed into ${relative(process.cwd(), folder) || '.'}. In your project, install the packages for production, then those for tests:`,
);
console.log(`npm install ${tarballs.production.join(' ')}`);
console.log(`npm install -D ${tarballs.tests.join(' ')}`);

/** Lets the links of packed pages lead to this clone, because the repository has no address before the first release. */
async function completePages(tarball: string, directory: string): Promise<void> {
  const content = await mkdtemp(join(tmpdir(), 'escrow-kit-pack-'));
  try {
    await run('tar', ['-xzf', tarball, '-C', content]);
    const addressOf = (path: string) => new URL(path, pathToFileURL(repositoryFolder)).href;
    completeLinks(join(content, 'package'), directory, addressOf);
    await run('tar', ['-czf', tarball, '-C', content, 'package']);
  } finally {
    await rm(content, { recursive: true });
  }
}

import { execFile } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { findPublishablePackages, repositoryFolder } from './publishable-packages.ts';

// Packs every package (build them first), and prints the npm commands that install them. Packages for production are not given with
// -D, because npm would move them to the devDependencies.

/** The packages that a shop runs in production. The others are for its tests. */
const production = ['@escrow-kit/checkout', '@escrow-kit/client', '@escrow-kit/webhooks'];

const folder = resolve(process.argv[2] ?? join(repositoryFolder, 'tarballs'));
const tarballs = { production: [] as string[], tests: [] as string[] };
for (const { name, folder: cwd } of await findPublishablePackages()) {
  const { stdout } = await promisify(execFile)('pnpm', ['pack', '--json', '--pack-destination', folder], { cwd });
  tarballs[production.includes(name) ? 'production' : 'tests'].push(JSON.parse(stdout).filename);
}

console.log(
  `Packed into ${relative(process.cwd(), folder) || '.'}. In your project, the packages for production, then those for tests:`,
);
console.log(`npm install ${tarballs.production.join(' ')}`);
console.log(`npm install -D ${tarballs.tests.join(' ')}`);

import { execFileSync } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import { findPublishablePackages, type PublishablePackage } from './publishable-packages.ts';
import { repositoryFolder } from './repository.ts';

/** The packages that a shop runs in production. The others are for its tests. */
const production = ['@escrow-kit/checkout', '@escrow-kit/client', '@escrow-kit/webhooks'];

// Packs every package (build them first), and prints the npm commands that install them. Packages for production are not given with
// -D, because npm would move them to the devDependencies.
const folder = resolve(process.argv[2] ?? join(repositoryFolder, 'tarballs'));
const packed = (await findPublishablePackages()).map((each) => ({ name: each.name, tarball: pack(each) }));
const isForProduction = ({ name }: { name: string }) => production.includes(name);
const pathsOf = (packages: typeof packed) => packages.map(({ tarball }) => tarball).join(' ');

console.log(
  `Packed into ${relative(process.cwd(), folder) || '.'}. In your project, the packages for production, then those for tests:`,
);
console.log(`npm install ${pathsOf(packed.filter(isForProduction))}`);
console.log(`npm install -D ${pathsOf(packed.filter((each) => !isForProduction(each)))}`);

/** Packs a package and returns the path of its tarball. */
function pack({ folder: cwd }: PublishablePackage): string {
  const output = execFileSync('pnpm', ['pack', '--json', '--pack-destination', folder], { cwd, encoding: 'utf8' });
  return JSON.parse(output).filename;
}

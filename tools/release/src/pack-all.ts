import { join, relative, resolve } from 'node:path';
import { findPublishablePackages, pack } from './publishable-packages.ts';
import { repositoryFolder } from './repository.ts';

/** The packages that a shop runs in production. The others are for its tests. */
const production = ['@escrow-kit/checkout', '@escrow-kit/client', '@escrow-kit/webhooks'];

// Packs every package (build them first), and prints the npm commands that install them. Packages for production are not given with
// -D, because npm would move them to the devDependencies.
const folder = resolve(process.argv[2] ?? join(repositoryFolder, 'tarballs'));
const packages = await findPublishablePackages();
const packed = await Promise.all(
  packages.map(async (each) => ({ name: each.name, tarball: await pack(each, folder) })),
);
const isForProduction = ({ name }: { name: string }) => production.includes(name);
const pathsOf = (some: typeof packed) => some.map(({ tarball }) => tarball).join(' ');

console.log(
  `Packed into ${relative(process.cwd(), folder) || '.'}. In your project, the packages for production, then those for tests:`,
);
console.log(`npm install ${pathsOf(packed.filter(isForProduction))}`);
console.log(`npm install -D ${pathsOf(packed.filter((each) => !isForProduction(each)))}`);

import { execFileSync } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import { findPublishablePackages, type PublishablePackage } from './publishable-packages.ts';
import { repositoryFolder } from './repository.ts';

/** The packages that a shop runs in production. The others are for its tests. */
const production = new Set(['@escrow-kit/checkout', '@escrow-kit/client', '@escrow-kit/webhooks']);

// Packs every package (build them first), and prints the npm commands that install them, each complete. Production packages are
// never given with -D, because npm would move them to the devDependencies.
const folder = resolve(process.argv[2] ?? join(repositoryFolder, 'tarballs'));
const packages = await findPublishablePackages();
const tarballs = new Map(packages.map((each) => [each.name, pack(each)]));

console.log(
  `Packed into ${relative(process.cwd(), folder) || '.'}. In your project, install the packages for production:`,
);
console.log(`npm install ${pathsOf([...production])}`);
console.log('Install each package that your tests use:');
for (const { name, manifest } of packages.filter((each) => !production.has(each.name))) {
  const needed = [name, ...Object.keys(manifest.dependencies ?? {})];
  const paths = pathsOf(needed.filter((each) => production.has(each)));
  const first = paths === '' ? '' : `npm install ${paths} && `;
  console.log(`${first}npm install -D ${pathsOf(needed.filter((each) => !production.has(each)))} # ${name}`);
}

/** Packs a package and returns the path of its tarball. */
function pack({ folder: cwd }: PublishablePackage): string {
  const output = execFileSync('pnpm', ['pack', '--json', '--pack-destination', folder], { cwd, encoding: 'utf8' });
  return JSON.parse(output).filename;
}

/** The tarballs of the names that are packages of this repository. */
function pathsOf(names: string[]): string {
  return names.flatMap((name) => tarballs.get(name) ?? []).join(' ');
}

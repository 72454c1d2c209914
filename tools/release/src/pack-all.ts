import { execFileSync } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import { findPublishablePackages, type PublishablePackage } from './publishable-packages.ts';
import { repositoryFolder } from './repository.ts';

// Packs every package (build them first), and prints how npm installs each one with the packages that it needs.
const folder = resolve(process.argv[2] ?? join(repositoryFolder, 'tarballs'));
const packages = await findPublishablePackages();
const tarballs = new Map(packages.map((each) => [each.name, pack(each)]));

console.log(`Packed into ${relative(process.cwd(), folder) || '.'}. Install in your project what you need:`);
for (const { name, manifest } of packages) {
  const needed = [name, ...Object.keys(manifest.dependencies ?? {})].flatMap((each) => tarballs.get(each) ?? []);
  console.log(`npm install ${needed.join(' ')} # ${name}`);
}

/** Packs a package and returns the path of its tarball. */
function pack({ folder: cwd }: PublishablePackage): string {
  const output = execFileSync('pnpm', ['pack', '--json', '--pack-destination', folder], { cwd, encoding: 'utf8' });
  return JSON.parse(output).filename;
}

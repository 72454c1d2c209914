import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { getPackages } from '@manypkg/get-packages';
import { repositoryFolder } from './repository.ts';

/** A package that a release publishes. */
export interface PublishablePackage {
  name: string;
  folder: string;
  /** Its package.json in the workspace. */
  manifest: {
    version: string;
    keywords?: string[];
    dependencies?: Record<string, string>;
    peerDependencies?: Record<string, string>;
    bin?: Record<string, string>;
    engines?: { node: string };
    scarfSettings?: { enabled: boolean };
  };
}

/** Finds every package of the workspace that is not private, as changesets lists them. */
export async function findPublishablePackages(repository: string = repositoryFolder): Promise<PublishablePackage[]> {
  const { packages } = await getPackages(repository);
  return packages
    .filter(({ packageJson }) => packageJson.private !== true)
    .map(({ dir, packageJson }) => ({ name: packageJson.name, folder: dir, manifest: packageJson }));
}

/** Packs a package, which has to be built, into a folder. Resolves with the path of its tarball. */
export async function pack({ folder: cwd }: PublishablePackage, folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)('pnpm', ['pack', '--json', '--pack-destination', folder], { cwd });
  return JSON.parse(stdout).filename;
}

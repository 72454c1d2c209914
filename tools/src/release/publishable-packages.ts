import { fileURLToPath } from 'node:url';
import { getPackages } from '@manypkg/get-packages';

/** The folder of this repository. */
export const repositoryFolder: string = fileURLToPath(new URL('../../../', import.meta.url));

/** A package that a release publishes. */
export interface PublishablePackage {
  name: string;
  folder: string;
  /** Its package.json in the workspace. */
  manifest: {
    version: string;
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

import { posix, relative, sep } from 'node:path';
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

/** The path of a package's folder in the repository. */
export const directoryOf = (folder: string, repository: string = repositoryFolder): string =>
  relative(repository, folder).replaceAll(sep, '/');

/** Makes the relative links of a README absolute, except in code blocks. `addressOf` returns the address of a path of the repository. */
export function completeLinks(markdown: string, directory: string, addressOf: (path: string) => string): string {
  return markdown.replace(/^```.*?^```$|\]\((?![a-z]+:|#)([^)\s]+)\)/gms, (text, target?: string) =>
    target === undefined ? text : `](${addressOf(posix.join(directory, target))})`,
  );
}

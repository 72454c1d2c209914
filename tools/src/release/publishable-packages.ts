import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
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

/** Makes the relative links of a package's pages absolute, except in code blocks. `addressOf` returns the address of a path of the repository. */
export function completeLinks(packageFolder: string, directory: string, addressOf: (path: string) => string): void {
  const pages = readdirSync(packageFolder).filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');
  for (const page of pages.map((file) => join(packageFolder, file))) {
    const text = readFileSync(page, 'utf8');
    const completed = text.replace(/^```.*?^```$|\]\((?![a-z]+:|#)([^)\s]+)\)/gms, (part, target?: string) =>
      target === undefined ? part : `](${addressOf(posix.join(directory, target))})`,
    );
    writeFileSync(page, completed);
  }
}

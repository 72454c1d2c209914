import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this repository. */
export const repositoryFolder: string = fileURLToPath(new URL('../../../', import.meta.url));

/** The package whose version is the version of the document. */
export const documentPackage = '@escrow-kit/spec';

/** The current document of a repository, and that of its last release. */
export function documentFiles(repository: string): { current: string; released: string } {
  return {
    current: join(repository, 'spec/openapi.bundle.json'),
    released: join(repository, 'spec/released/openapi.bundle.json'),
  };
}

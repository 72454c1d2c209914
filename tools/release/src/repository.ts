import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this repository. */
export const repositoryFolder: string = fileURLToPath(new URL('../../../', import.meta.url));

/** The package whose version speaks for the document. */
export const documentPackage = '@escrow-kit/spec';

/** Where a repository keeps the document as it is now, and as its last release published it. */
export function documentFiles(repository: string): { current: string; released: string } {
  return {
    current: join(repository, 'spec/openapi.bundle.json'),
    released: join(repository, 'spec/released/openapi.bundle.json'),
  };
}

import { fileURLToPath } from 'node:url';

/** The folder of this repository. */
export const repositoryFolder: string = fileURLToPath(new URL('../../../', import.meta.url));

/** The package whose version is the version of the document. */
export const documentPackage = '@escrow-kit/spec';

/** The document in a repository. */
export const documentFile = 'spec/openapi.bundle.json';

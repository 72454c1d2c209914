import { createRequire } from 'node:module';
import { dirname } from 'node:path';

// By the name of this package, because the build has other folders than the sources.
const require = createRequire(import.meta.url);
const file = require.resolve('@escrow-kit/contract-tests/package.json');
const manifest = require(file);

/** The folder of this package. */
export const packageFolder: string = dirname(file);

/** The version of this package. */
export const packageVersion: string = manifest.version;

/** The Node versions that this package runs on, such as `>=24.18`. */
export const nodeRange: string = manifest.engines.node;

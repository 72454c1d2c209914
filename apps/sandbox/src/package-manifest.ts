import { readFileSync } from 'node:fs';

/** The package.json of this package, one folder above `src` here and above `dist` when installed. */
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The version of this package. */
export const packageVersion: string = manifest.version;

/** The range of Node versions that the sandbox runs on, such as `>=24.18`. */
export const nodeRange: string = manifest.engines.node;

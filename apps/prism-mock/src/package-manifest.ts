import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('../package.json') as { version: string; engines: { node: string } };

/** The version of this package. */
export const packageVersion: string = manifest.version;

/** The range of Node versions that it runs on, such as `>=24.18`. */
export const nodeRange: string = manifest.engines.node;

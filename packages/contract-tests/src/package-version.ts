import { readFileSync } from 'node:fs';

/** The version of this package, whose file is one folder up: from `src` here, from `dist` when installed. */
export const packageVersion: string = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).version;

import { readFileSync } from 'node:fs';

/** The package.json of this package, one folder above `src` here and above `dist` when installed. */
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** The version of this package. */
export const packageVersion: string = manifest.version;

/** The text of SKILL.md, for an assistant, without what precedes its heading. */
export const readSkill = (): string =>
  readFileSync(new URL('../SKILL.md', import.meta.url), 'utf8').replace(/^---.*?^(?=# )/ms, '');

/** The sections of the guide and the READMEs, which the build writes into `dist`. */
export const readGuide = (): { page: string; text: string }[] =>
  JSON.parse(readFileSync(new URL('../dist/guide.json', import.meta.url), 'utf8'));

/** The range of Node versions that the sandbox runs on, such as `>=24.18`. */
export const nodeRange: string = manifest.engines.node;

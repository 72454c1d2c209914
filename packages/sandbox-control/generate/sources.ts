import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../src/calls/', import.meta.url));

/** The files in `src/calls` by name. */
const sources = readdirSync(folder)
  .sort()
  .map((file) => ({
    name: basename(file, '.ts'),
    text: readFileSync(folder + file, 'utf8'),
  }));

/** Matches every file in `src/calls`. */
export const sourcePattern: string = `${folder}*.ts`;

/** The topics: a file each, with an interface of its calls. */
export const topics: { name: string; interfaceName: string }[] = sources
  .filter(({ name }) => name !== 'shared')
  .map(({ name }) => ({ name, interfaceName: `${name.charAt(0).toUpperCase()}${name.slice(1)}Calls` }));

/** Returns the name of the file that exports a type. */
export function fileOf(type: string): string {
  const found = sources.find(({ text }) => new RegExp(`^export (interface|type) ${type}\\b`, 'm').test(text));
  if (!found) throw new Error(`No file in src/calls exports ${type}.`);
  return found.name;
}

/** The tags that state a keyword of a schema. */
const tags = [
  ...['asType', 'format', 'pattern', 'minLength', 'maxLength', 'minimum', 'maximum'],
  ...['minItems', 'maxItems', 'minProperties', 'additionalProperties', 'remedy'],
];

/** Throws if a comment has another tag, which would be ignored. */
function checkTags(name: string, text: string): void {
  for (const [, tag = ''] of text.matchAll(/^\s*(?:\/\*)?\*+ @(\w+)/gm)) {
    if (!tags.includes(tag)) throw new Error(`src/calls/${name}.ts: there is no tag @${tag}, only ${tags.join(', ')}.`);
  }
}

for (const { name, text } of sources) checkTags(name, text);

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** Code that sends a request or reads a body. */
const readers = [
  /\.(text|json|arrayBuffer|blob|bytes|formData|parseBody)\(\)/,
  /\.getReader\b/,
  /\.pipeThrough\(/,
  /\[Symbol\.asyncIterator\]/,
  /for await \(const chunk of/,
  /\.on\('data'/,
  /\bonResponseData\b/,
  /(?<![\w.])fetch\(/,
  /from 'node:stream\/consumers'/,
  /from '(openapi-fetch|undici)'/,
];

const isComment = (line: string): boolean => /^\s*(\/\/|\/?\*)/.test(line);

const isReader = (code: string): boolean =>
  code.split('\n').some((line) => !isComment(line) && readers.some((reader) => reader.test(line)));

const sources = globSync(['{spec,packages/*,apps/*,tools/*}/src/**/*.{ts,tsx}', 'scripts/**/*.{mjs,ts}'], {
  cwd: root,
}).filter((file) => !file.includes('/generated/') && !file.startsWith('apps/bench/'));

/** The entries of the list: file, what it reads, limit. */
const entries = Array.from(
  readFileSync(join(root, 'docs/network-readers.md'), 'utf8').matchAll(/^- `([^`]+)`: [^;]+; ./gm),
  ([, file]) => file ?? '',
);

test('the list has exactly the sources that read from the network, each with its limit', () => {
  const found = sources.filter((file) => isReader(readFileSync(join(root, file), 'utf8')));

  expect(entries.sort()).toEqual(found.sort());
});

test.each([
  'const text = await response.text();',
  'const body = await (await fetch(url)).json();',
  'for await (const chunk of request) chunks.push(chunk);',
  "import { text } from 'node:stream/consumers';",
  'const reader = response.body?.getReader();',
  "import { request } from 'undici';",
])('a source with %j reads from the network', (line) => {
  expect(isReader(line)).toBe(true);
});

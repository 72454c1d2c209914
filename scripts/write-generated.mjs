// Writes the generated files of the workspace in the working directory. The argument is the module that returns them: each with its
// text, or with a value to write as JSON.
import { mkdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [module = 'generate/generated-files.ts'] = process.argv.slice(2);
const { generatedFiles } = await import(pathToFileURL(resolve(module)).href);

for (const { url, value, text = `${toJson(value)}\n` } of await generatedFiles()) {
  await mkdir(new URL('.', url), { recursive: true });
  await writeFile(url, text);
}

/**
 * Writes an OpenAPI document with a line for each operation and each component.
 * @param {unknown} value
 * @returns {string}
 */
function toJson(value, depth = 3, indent = '') {
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const entries = Object.entries(value).map(
    ([key, entry]) => `${inner}${JSON.stringify(key)}: ${toJson(entry, depth - 1, inner)}`,
  );
  return `{\n${entries.join(',\n')}\n${indent}}`;
}

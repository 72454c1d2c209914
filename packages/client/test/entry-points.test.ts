import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const importPattern = /(?:from|import) '([^']+)'/g;

/** The foreign imports of a file of the package, directly or through its own files. Types are erased. */
function packagesOf(file: URL, seen = new Set<string>()): Set<string> {
  const found = new Set<string>();
  if (seen.has(file.href)) return found;
  seen.add(file.href);
  const code = readFileSync(file, 'utf8').replaceAll(/^(import|export) type [^;]+;/gm, '');
  for (const [, name = ''] of code.matchAll(importPattern)) {
    if (!name.startsWith('.')) found.add(name);
    else for (const inner of packagesOf(new URL(name, file), seen)) found.add(inner);
  }
  return found;
}

test('a bundle of the client alone contains no OpenTelemetry, undici, PostgreSQL or Node', () => {
  const packages = [...packagesOf(new URL('../src/index.ts', import.meta.url))];

  expect(packages.filter((name) => /^(@opentelemetry|undici|pg|node:)/.test(name))).toEqual([]);
});

test('OpenTelemetry needs its API, but no SDK', () => {
  const packages = packagesOf(new URL('../src/opentelemetry/create-opentelemetry-observer.ts', import.meta.url));

  expect([...packages]).toContain('@opentelemetry/api');
  expect([...packages].filter((name) => /^@opentelemetry\/(?!api$)/.test(name))).toEqual([]);
});

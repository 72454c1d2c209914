import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { joinPacts } from '../../generate/join-pacts.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'escrow-join-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The text of the pact joined from files with these descriptions. */
function joined(...files: string[][]): string {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  for (const [index, descriptions] of files.entries()) write(`${index}-${descriptions.length}`, descriptions);
  return joinPacts(folder)[0]?.text ?? '';
}

/** Writes a pact as the tests of one file do. */
function write(file: string, descriptions: string[]): void {
  const pact = {
    consumer: { name: 'client' },
    provider: { name: 'service' },
    interactions: descriptions.map((description) => ({ description })),
    metadata: { pactRust: { ffi: file }, pactSpecification: { version: '4.0' } },
  };
  mkdirSync(join(folder, file));
  writeFileSync(join(folder, file, 'client-service.json'), JSON.stringify(pact));
}

test('the text does not depend on the files of the interactions or their order', () => {
  const parts = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { minLength: 1 }), {
    minLength: 1,
    maxLength: 4,
  });

  fc.assert(
    fc.property(parts, (files) => {
      const seen = new Set<number>();
      const unique = files.map((numbers) => numbers.filter((number) => !seen.has(number) && seen.add(number)));
      const text = joined(...unique.map((numbers) => numbers.map((number) => `HOOK-1 case ${number}`)));
      const again = joined([...seen].sort((one, other) => one - other).map((number) => `HOOK-1 case ${number}`));

      expect(text).toBe(again);
    }),
    { numRuns: 50 },
  );
});

test('interactions are in the order of their descriptions, without versions of tools', () => {
  const { interactions, metadata } = JSON.parse(joined(['B', 'A'], ['C']));

  expect(interactions).toEqual([{ description: 'A' }, { description: 'B' }, { description: 'C' }]);
  expect(metadata).toEqual({ pactSpecification: { version: '4.0' } });
});

test('the same description in two files fails', () => {
  const description = 'ADDR-1 an address is added';

  expect(() => joined([description], [description])).toThrow(
    'Two interactions are called "ADDR-1 an address is added"',
  );
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { joinPacts } from '../../generate/join-pacts.ts';
import { listPactFiles } from '../../src/pacts/pact-files.ts';

// This run's consumer tests have just written them, in any order, so equal bytes show that the order does not matter.
const folder = process.env['ESCROW_PACT_FOLDER'];

test('the committed pacts are, byte for byte, those that the consumer tests write', () => {
  if (!folder) throw new Error('Run this with the consumer tests: `vitest run`.');
  const written = joinPacts(folder).map(({ text }) => text);
  const committed = listPactFiles().map((file) => readFileSync(file, 'utf8'));

  expect(written.length).toBeGreaterThan(0);
  expect(
    written.every((text, index) => text === committed[index]),
    'Run `pnpm generate`.',
  ).toBe(true);
  expect(written).toHaveLength(committed.length);
});

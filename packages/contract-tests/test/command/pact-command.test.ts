import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testCommandLine } from '@escrow-kit/suite/command-line';
import { expect, test } from 'vitest';
import { runPactCommandLine } from '../../src/command-line/run-pact-command-line.ts';
import { writePacts } from '../../src/pact-tools/prepare-pacts.ts';
import { type Pact, readPact } from '../../src/pacts/pact-document.ts';
import { runPactCommand } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Runs `write` in a new folder, and reads what it wrote. */
async function write(...options: string[]): Promise<Pact[]> {
  const folder = temporaryFolder();
  writePacts(folder, { consumer: 'my-shop' });

  const { exitCode, stdout, stderr } = await runPactCommand([
    ...['write', '--output', folder, '--consumer', 'my-shop'],
    ...options,
  ]);

  const files = readdirSync(folder).map((name) => join(folder, name));
  expect([exitCode, stdout], stderr).toEqual([0, `${files.join('\n')}\n`]);
  return files.map((file) => readPact(file));
}

test('write writes what a consumer relies on, under its name: no refusals', async () => {
  const pacts = await write();

  expect(pacts.map(({ consumer }) => consumer.name)).toEqual(['my-shop', 'my-shop-webhooks']);
  expect(pacts.flatMap(({ interactions }) => interactions).filter((one) => (one.response?.status ?? 0) >= 400)).toEqual(
    [],
  );
});

test('write takes rules, operations and refusals, and leaves out a pact without interactions', async () => {
  const pacts = await write(
    '--rule',
    'party-*',
    '--operation',
    'add*',
    '--refusals',
    '--only-stated',
    '--exclude',
    'PARTY-4',
  );

  expect(pacts.map(({ consumer }) => consumer.name)).toEqual(['my-shop']);
  const ids = pacts[0]?.interactions.map(({ description }) => description.split(' ')[0]);
  expect(new Set(ids)).toEqual(new Set(['PARTY-0', 'PARTY-3']));
});

test("write names a file as Pact does, and does not overwrite a consumer's own pact", async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'my-shop-escrow-contract-service.json');
  const own = '{"consumer":{"name":"my-shop"},"provider":{"name":"escrow-contract-service"},"interactions":[]}';
  writeFileSync(file, own);

  const { exitCode, stderr } = await runPactCommand(['write', '--output', folder, '--consumer', 'my-shop']);

  expect([exitCode, readFileSync(file, 'utf8')]).toEqual([1, own]);
  expect(stderr).toContain(`${file} is a pact of your own. Choose another folder`);
});

test("the pact of the guide's example for any verifier has no alternatives, which a verifier would require", async () => {
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/guide/pacts.md'), 'utf8');
  const [, options = '', file = ''] =
    /contract-tests-pact write --output service-pacts --consumer escrow-kit-client (.*?)\n.*?pactUrls: \['(.*?)'\]/s.exec(
      page,
    ) ?? [];
  const folder = temporaryFolder();

  const output = join(folder, 'service-pacts');
  await runPactCommand(['write', '--output', output, '--consumer', 'escrow-kit-client', ...options.split(' ')]);

  const kits = readPact(join(folder, file)).interactions.map(({ comments }) => comments?.references?.['escrow-kit']);
  expect(kits.filter((kit) => kit?.['alternative'] !== undefined || kit?.['basis'] !== 'stated')).toEqual([]);
});

/** A folder that no test writes. */
const unwritten = join(tmpdir(), 'contract-tests-unwritten');

testCommandLine({
  run: runPactCommandLine,
  name: 'contract-tests-pact',
  helps: [[], ['record'], ['write']],
  misspelt: [
    [['wirte'], 'write'],
    [['write', '--ouput', unwritten], '--output'],
  ],
  refused: [
    [[], 'A command is missing.'],
    [['write', '--output', 'folder'], 'Missing: --consumer.'],
    [['write', 'record', '--output', 'folder', '--consumer', 'shop'], 'too many arguments'],
    [['write', '--output', '--consumer', 'shop'], '--output has no value.'],
    [['write', '--output', unwritten, '--consumer', 'shop', '--rule', 'PARTY-33'], 'no rule PARTY-33'],
    [['write', '--output', unwritten, '--consumer', 'shop', '--rule', 'AUTH-4'], 'leave no check'],
  ],
});

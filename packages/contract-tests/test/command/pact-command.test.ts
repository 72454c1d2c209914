import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { runPactCommand } from '../support/run-command.ts';

test('write writes the pacts under the name of the integration', async ({ onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-tests-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));

  const { exitCode, stdout } = await runPactCommand(['write', '--output', folder, '--consumer', 'my-shop']);

  const files = readdirSync(folder).map((name) => join(folder, name));
  expect([exitCode, stdout]).toEqual([0, `${files.join('\n')}\n`]);
  expect(files.map((file) => JSON.parse(readFileSync(file, 'utf8')).consumer.name)).toEqual([
    'my-shop',
    'my-shop-webhooks',
  ]);
});

test('--help lists commands, options and exit codes', async () => {
  const { exitCode, stdout } = await runPactCommand(['--help']);

  expect(exitCode).toBe(0);
  for (const text of ['--states-url', '--only-stated', 'Exit codes: 0']) expect(stdout).toContain(text);
});

test('--version prints the version of the package', async () => {
  expect(await runPactCommand(['--version'])).toEqual({ exitCode: 0, stdout: `${manifest.version}\n`, stderr: '' });
});

test.for([
  ['no command', []],
  ['a command without what it needs', ['verify', '--provider-url', 'http://127.0.0.1:9']],
  ['an unknown option', ['write', '--out', 'folder']],
  ['two commands', ['write', 'verify', '--output', 'folder']],
] as const)('%s is a mistake, and prints the usage', async ([, args]) => {
  const { exitCode, stdout, stderr } = await runPactCommand([...args]);

  expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining('Usage:\n  contract-tests-pact write')]);
  expect(stderr).not.toContain('    at ');
});

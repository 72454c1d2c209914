import { shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { expect, test } from 'vitest';
import { runCommand, variablesOf } from '../support/run-command.ts';
import { mutantThat } from './explore-mutant.ts';

test('--explore reports a failure with its request, and its seed sends it again', async ({ onTestFinished }) => {
  const { replace } = mutantThat('takes an address without label or country');
  const { sandbox } = await startService({}, { ...shippedRules, ...replace(shippedRules) });
  onTestFinished(() => sandbox.close());
  const { url } = sandbox;
  const args = ['verify', '--url', url, '--control-url', url, '--operation', 'addAddress', '--explore'];
  const variables = variablesOf(sandbox.credentials);

  const first = await runCommand([...args, '200', '--seed', '1'], variables);
  const [check, seed = ''] =
    /addAddress, if (?:addressLabel|countryCode) is left out \(--explore 1 --seed (\d+)\)/.exec(first.stdout) ?? [];
  const again = await runCommand([...args, '1', '--seed', seed], variables);

  expect([first.exitCode, again.exitCode], first.stderr).toEqual([1, 1]);
  expect(first.stdout).toMatch(/\n200 generated requests \(--seed 1\): \d failures?\.\n/);
  expect(again.stdout).toContain(`    check     ${check}\n    wrong     status: got 200, expected a refusal: `);
  expect(again.stdout).toMatch(/again {5}curl -i -X POST '.*' .*--data-raw '\{/);
});

test('--seed needs --explore', async () => {
  const { exitCode, stderr } = await runCommand(['verify', '--url', 'http://127.0.0.1:1', '--seed', '7']);

  expect(exitCode).toBe(2);
  expect(stderr).toBe(
    'contract-tests: --seed is given without --explore. Add --explore with the number of requests.\n',
  );
});

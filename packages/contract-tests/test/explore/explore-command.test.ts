import { shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { expect, test } from 'vitest';
import { runCommand, variablesOf } from '../support/run-command.ts';
import { mutantThat } from './explore-mutant.ts';

test('--explore reports a failure with its request, and its seed sends it again', async ({ onTestFinished }) => {
  const { replace } = mutantThat('wants a street');
  const { sandbox } = await startService({}, { ...shippedRules, ...replace(shippedRules) });
  onTestFinished(() => sandbox.close());
  const { url } = sandbox;
  const args = ['verify', '--url', url, '--control-url', url, '--operation', 'addAddress'];
  const variables = variablesOf(sandbox.credentials);

  const { exitCode, stdout, stderr } = await runCommand([...args, '--explore', '20', '--seed', '201'], variables);
  const again = await runCommand([...args, '--explore', '1', '--seed', '219'], variables);

  expect([exitCode, again.exitCode], stderr).toEqual([1, 1]);
  const check = 'addAddress, if street is left out (--explore 1 --seed 219)';
  for (const text of [stdout, again.stdout]) {
    expect(text).toContain(`    check     ${check}\n    wrong     status: got 400, expected a success\n`);
    expect(text).toMatch(/again {5}curl -i -X POST '.*' .*--data-raw '\{"addressLabel":"WORK"/);
  }
  expect(stdout).toContain('20 generated requests (--seed 201): 1 failure.');
});

test('--seed needs --explore', async () => {
  const { exitCode, stderr } = await runCommand(['verify', '--url', 'http://127.0.0.1:1', '--seed', '7']);

  expect(exitCode).toBe(2);
  expect(stderr).toBe(
    'contract-tests: --seed is given without --explore. Add --explore with the number of requests.\n',
  );
});

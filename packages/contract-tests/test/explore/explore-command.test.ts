import { expect, test } from 'vitest';
import { explore } from '../../src/explore/explore.ts';
import { runCommand, variablesOf } from '../support/run-command.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';
import { mutantThat } from './explore-mutant.ts';

test('--explore reports a failure with its request, and its seed sends it again', async () => {
  const { replace } = mutantThat('takes an address without label or country');
  const { sandbox, deployment } = await startDeployment(replace);
  const { url } = sandbox;
  const narrowed = ['--exclude', '*', '--operation', 'addAddress'];
  const options = ['--control-url', url, ...narrowed, '--explore', '20', '--seed', '1'];

  const { exitCode, stdout, stderr } = await runCommand(
    ['verify', '--url', url, ...options],
    variablesOf(sandbox.credentials),
  );
  const [check = '', seed] =
    /addAddress, if (?:addressLabel|countryCode) is left out \(--explore 1 --seed (\d+)\)/.exec(stdout) ?? [];
  const again = await explore({ deployment, cases: 1, seed: Number(seed) });

  expect(exitCode, stderr).toBe(1);
  expect(stdout).toContain(`    check     ${check}\n    wrong     the status is 200 instead of any 4xx: `);
  expect(stdout).toMatch(/again {5}curl -i -X POST '.*' .*--data-raw '\{/);
  expect(stdout).toMatch(/\n20 generated requests \(--seed 1\): \d failures?\.\n/);
  expect(again.failures.map(({ description }) => description)).toEqual([check]);
});

test("--exclude '*' leaves the generated requests, whose success is one", async () => {
  const { sandbox } = await startDeployment();
  const options = ['--exclude', '*', '--operation', 'getUser', '--explore', '1', '--seed', '1'];

  const { exitCode, stdout, stderr } = await runCommand(
    ['verify', '--url', sandbox.url, ...options],
    variablesOf(sandbox.credentials),
  );

  expect(stdout, stderr).toBe('None of the written checks was made.\n1 generated request (--seed 1): no failure.\n');
  expect(stderr).toContain('Then sends 1 generated request, valid or invalid.\n');
  expect(exitCode).toBe(0);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { spawnCommand, variablesOf } from '../support/run-command.ts';

const overlay = fileURLToPath(new URL('other-words.overlay.yaml', import.meta.url));
const sandboxCommand = fileURLToPath(new URL('../../../../apps/sandbox/src/command.ts', import.meta.url));

/** Starts a sandbox that behaves as the deployment of the overlay, and returns the variables of `verify` for it. */
async function startOverlaidSandbox(): Promise<Record<string, string>> {
  const args = [sandboxCommand, '--overlay', overlay, '--port', '0', '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    if (child.kill()) await once(child, 'exit');
  });
  for await (const line of createInterface(child.stdout)) {
    const { url, credentials } = JSON.parse(line);
    return { ...variablesOf(credentials), ESCROW_URL: url, ESCROW_CONTROL_URL: url };
  }
  throw new Error('The sandbox ended before it had started.');
}

test('a deployment of an overlay of other words holds every rule that the overlay leaves as it is', async () => {
  const variables = await startOverlaidSandbox();

  const { exitCode, stdout } = await spawnCommand(['verify', '--strict', '--overlay', overlay], variables);

  expect(stdout).toMatch(/ rules held, none is broken/);
  expect(exitCode, stdout).toBe(0);
});

import { expect, onTestFinished, test } from 'vitest';
import { spawnCommand } from '../support/run-command.ts';
import { pathOf, startOverlaidSandbox } from './start-overlaid-sandbox.ts';

test('a deployment of an overlay of other words holds every rule that the overlay leaves as it is', async () => {
  const overlay = pathOf('packages/contract-tests/test/command/other-words.overlay.yaml');
  const { variables, close } = await startOverlaidSandbox(overlay);
  onTestFinished(close);

  const { exitCode, stdout } = await spawnCommand(['verify', '--strict', '--overlay', overlay], variables);

  expect(stdout).toMatch(/ rules held, none is broken/);
  expect(exitCode).toBe(0);
});

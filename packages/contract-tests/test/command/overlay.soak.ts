import { expect, onTestFinished, test } from 'vitest';
import { spawnCommand } from '../support/run-command.ts';
import { pathOf, startOverlaidSandbox } from './start-overlaid-sandbox.ts';

test.for(['docs/guide/deployment.overlay.yaml', 'packages/contract-tests/test/command/other-words.overlay.yaml'])(
  'a deployment of %s holds every rule as the overlay has it',
  async (file) => {
    const overlay = pathOf(file);
    const { variables, close } = await startOverlaidSandbox(overlay);
    onTestFinished(close);

    const { exitCode, stdout } = await spawnCommand(['verify', '--strict', '--overlay', overlay], variables);

    expect(stdout).toMatch(/ rules held, none is broken/);
    expect(exitCode).toBe(0);
  },
);

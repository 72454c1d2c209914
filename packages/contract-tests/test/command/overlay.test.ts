import { afterAll, beforeAll, expect, test } from 'vitest';
import { spawnCommand } from '../support/run-command.ts';
import { type OverlaidSandbox, pathOf, startOverlaidSandbox } from './start-overlaid-sandbox.ts';

const overlay = pathOf('docs/guide/deployment.overlay.yaml');

let sandbox: OverlaidSandbox;
beforeAll(async () => {
  sandbox = await startOverlaidSandbox(overlay);
});
afterAll(() => sandbox.close());

const verify = (...options: string[]) => spawnCommand(['verify', '--strict', ...options], sandbox.variables);

test('CONTRACT-2 PARTY-0 PARTY-1 HOOK-1 a deployment holds the rules as its overlay has them', async () => {
  const rules = ['CONTRACT-2', 'PARTY-0', 'PARTY-1', 'HOOK-1'];
  const { exitCode, stdout } = await verify('--overlay', overlay, '--rule', ...rules);

  expect(stdout).toMatch(/ rules held, none is broken/);
  expect(exitCode).toBe(0);
});

test('CONTRACT-1 without its overlay, it is called broken', async () => {
  const { exitCode, stdout } = await verify('--rule', 'CONTRACT-1');

  expect(stdout).toMatch(/^broken\n {2}CONTRACT-1 /m);
  expect(exitCode).toBe(1);
});

test('a rule that an overlay switches off is not checked', async () => {
  const { exitCode, stderr } = await verify('--overlay', overlay, '--rule', 'PARTY-3');

  expect(stderr).toContain('PARTY-3');
  expect(exitCode).toBe(2);
});

test('an overlay that can not be used is one line', async () => {
  const { exitCode, stderr } = await verify('--overlay', pathOf('README.md'));

  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^contract-tests: .*README\.md:\d+: /)]);
  expect(exitCode).toBe(2);
});

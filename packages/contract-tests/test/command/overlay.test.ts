import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { spawnCommand, variablesOf } from '../support/run-command.ts';

const pathOf = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const overlay = pathOf('docs/guide/deployment.overlay.yaml');

let child: ChildProcess;
let variables: Record<string, string>;

/** A deployment that differs from the description, as the overlay says. */
beforeAll(async () => {
  const args = [pathOf('apps/sandbox/src/command.ts'), '--overlay', overlay, '--port', '0', '--json'];
  child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface(child.stdout as NodeJS.ReadableStream)) {
    const { url, credentials } = JSON.parse(line);
    variables = { ...variablesOf(credentials), ESCROW_URL: url, ESCROW_CONTROL_URL: url };
    return;
  }
});

afterAll(async () => {
  child.kill();
  await once(child, 'exit');
});

const verify = (...options: string[]) => spawnCommand(['verify', '--strict', ...options], variables);

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

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accept } from '../mutants/faults.ts';
import { variablesOf } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const readme = readFileSync(fileURLToPath(new URL('../../README.md', import.meta.url)), 'utf8');
const [, workflow = ''] = /```yaml\n(.*?)```/s.exec(readme) ?? [];
/** Its commands, but for the installation. */
const commands = [...workflow.matchAll(/- run: (npx .*)/g)].map(([, command = '']) => command);
const variables = [...workflow.matchAll(/^ +(ESCROW_\w+):/gm)].map(([, name = '']) => name);

const folder = temporaryFolder(afterAll);

/** Runs the workflow's commands as GitHub does, with its variables and no others, on a sandbox that accepts what breaks a rule. */
async function runWorkflow(brokenRule: string) {
  const rules = { ...shippedRules, ...accept(brokenRule)(shippedRules) };
  const { sandbox } = await startService({}, rules);
  const { url, credentials } = sandbox;
  const known: Record<string, string> = {
    ...variablesOf(credentials),
    ...{ ESCROW_CONTRACT_URL: url, ESCROW_AUTH_URL: url, ESCROW_IDENTITY_URL: url },
  };
  const env = {
    ...Object.fromEntries(variables.map((name) => [name, known[name]])),
    PATH: `${folder}${delimiter}${process.env['PATH']}`,
    // For time; the workflow checks everything.
    ESCROW_RULE: 'PARTY-3',
  };
  const [program, ...options] = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', commands.join('\n')];
  const result = await new Promise<{ exitCode: number | null; stdout: string }>((resolve) => {
    const child = execFile(program ?? '', options, { cwd: folder, env }, (_, stdout) =>
      resolve({ exitCode: child.exitCode, stdout }),
    );
  });
  await sandbox.close();
  return { ...result, junit: readFileSync(join(folder, 'contract-tests.xml'), 'utf8') };
}

beforeAll(() => {
  const command = fileURLToPath(new URL('../../src/command.ts', import.meta.url));
  const npx = `#!/bin/sh\nshift\nexec '${process.execPath}' '${command}' "$@"\n`;
  writeFileSync(join(folder, 'npx'), npx, { mode: 0o755 });
});

test('PARTY-3 the workflow of the README fails on a sandbox that breaks a rule, with text and JUnit', async () => {
  const { exitCode, stdout, junit } = await runWorkflow('PARTY-3');

  expect(commands).toHaveLength(1);
  expect(exitCode, stdout).toBe(1);
  expect(stdout).toMatch(/^broken\n {2}PARTY-3 /);
  expect(junit).toContain('<failure type="broken" message="the status is 200 instead of any 4xx">');
});

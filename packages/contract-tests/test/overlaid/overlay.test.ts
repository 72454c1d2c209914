import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { runCommand, spawnCommand } from '../support/run-command.ts';
import { writeHar } from '../support/traffic.ts';
import { startOverlaid } from './start-overlaid.ts';

const overlay = inject('overlay');
const { deployment } = await startOverlaid();

test('AUTH-12 a deployment of the overlay holds what the document still says, and the rest is reported with its reason', async () => {
  // The client admin token comes from the call that the overlay names (AUTH-12).
  const variables = { ...deployment, ESCROW_CLIENT_ADMIN_TOKEN: '', ESCROW_CONTROL_TENANT: 'default' };
  const { exitCode, stdout } = await runCommand(['verify', '--strict', '--overlay', overlay], variables);

  expect(stdout).toMatch(/\n\d\d rules held, none is broken, \d+ are not checkable\.\nResult: held\n$/);
  expect(stdout).toMatch(
    / {2}the document makes the request wrong: body senderRole .* not checkable: .*CONTRACT-1, .*CONTRACT-2/,
  );
  expect(stdout).toContain('  the document switches off PARTY-3: 6 checks left out\n');
  expect(stdout).toContain('  the document has no milestone that is PAID: 2 checks left out');
  expect(exitCode).toBe(0);
});

test('a rule that an overlay switches off is not checked', async () => {
  const { exitCode, stderr } = await runCommand(['verify', '--overlay', overlay, '--rule', 'PARTY-3'], deployment);

  expect(stderr).toContain('PARTY-3');
  expect(exitCode).toBe(2);
});

test('observe holds the traffic against the document with the overlay', async () => {
  const request = { method: 'GET', url: 'https://contract.example/api/external/contracts/c-7', headers: [] };
  const har = writeHar([{ request, response: { status: 200, content: { text: '{}' } } }]);

  const { exitCode, stdout } = await runCommand(['observe', '--har', har], { ESCROW_OVERLAY: overlay });

  expect(stdout).not.toContain('No operation of the document');
  expect(stdout).toContain('readContract: answer 200');
  expect(exitCode).toBe(1);
});

test('an overlay that can not be used is one line', async () => {
  const { exitCode, stderr } = await spawnCommand(
    ['verify', '--overlay', join(import.meta.dirname, '../../README.md')],
    deployment,
  );

  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^contract-tests: .*README\.md:\d+: /)]);
  expect(exitCode).toBe(2);
});

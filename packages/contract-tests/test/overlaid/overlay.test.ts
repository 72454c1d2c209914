import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { writeHar } from '../observe/traffic.ts';
import { runCommand, spawnCommand } from '../support/run-command.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { verificationLimitInMs } from '../support/verify-by-pact.ts';
import { startOverlaid } from './start-overlaid.ts';

const overlay = inject('overlay');
const { deployment, forward } = await startOverlaid();

test(
  'a deployment of the overlay holds what the document still says, and the rest is reported with its reason',
  async () => {
    const { exitCode, stdout } = await runCommand(['verify', '--strict', '--overlay', overlay], deployment);

    expect(stdout).toMatch(/\n\d\d rules held, none is broken, \d+ are not checkable\.\nResult: held\n$/);
    expect(stdout).toMatch(
      / {2}the document makes the request wrong: body senderRole .* not checkable: .*CONTRACT-1, .*CONTRACT-2/,
    );
    expect(stdout).toContain('  the document switches off PARTY-3: 6 checks left out\n');
    expect(stdout).toContain('  the document has no milestone that is PAID: 2 checks left out');
    expect(exitCode).toBe(0);
  },
  verificationLimitInMs,
);

test('a rule that an overlay switches off is not checked', async () => {
  const { exitCode, stderr } = await runCommand(['verify', '--overlay', overlay, '--rule', 'PARTY-3'], deployment);

  expect(stderr).toContain('PARTY-3');
  expect(exitCode).toBe(2);
});

test('UAPI-1 UAPI-4 a rule that an overlay switches off breaks no check of another one', async () => {
  const file = join(temporaryFolder(), 'more.overlay.yaml');
  const actions = [{ target: '$', update: { 'x-rules-off': ['UAPI-4'] } }];
  writeFileSync(file, JSON.stringify({ overlay: '1.0.0', info: { title: 'More', version: '1' }, actions }));
  const users = await serve(async (request, response) => {
    const answer = await forward(request);
    response.writeHead(answer.status === 400 ? 422 : answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  });
  const selection = ['--operation', 'linkUser', '--exclude', 'UAPI-6*'];

  const { exitCode, stdout } = await spawnCommand(
    ['verify', '--overlay', file, ...selection, '--control-tenant', 'default'],
    { ...deployment, ESCROW_USERS_URL: users },
  );

  expect(stdout).toContain('the document switches off UAPI-4: 2 checks left out');
  expect(stdout).toMatch(/ rules held, none is broken/);
  expect(exitCode, stdout).toBe(0);
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

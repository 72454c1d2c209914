import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { writeHar } from '../observe/traffic.ts';
import { runCommand, spawnCommand } from '../support/run-command.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startOverlaid } from './start-overlaid.ts';

const overlay = inject('overlay');
const { deployment, forward } = await startOverlaid();

/** By the command in a process of its own, because this one has the overlay already. */
const verify = (...options: string[]) => spawnCommand(['verify', ...options], deployment);

/** Writes an overlay of these actions. */
function writeOverlay(...actions: object[]): string {
  const file = join(temporaryFolder(), 'more.overlay.yaml');
  writeFileSync(file, JSON.stringify({ overlay: '1.0.0', info: { title: 'More', version: '1' }, actions }));
  return file;
}

test('CONTRACT-1 CONTRACT-2 PARTY-0 PARTY-1 HOOK-1 a deployment holds the rules as its overlay has them', async () => {
  const rules = ['CONTRACT-1', 'CONTRACT-2', 'PARTY-0', 'PARTY-1', 'HOOK-1'];
  const { exitCode, stdout } = await runCommand(
    ['verify', '--strict', '--overlay', overlay, '--rule', ...rules],
    deployment,
  );

  expect(stdout).toMatch(/ rules held, none is broken/);
  expect(stdout).not.toContain('an overlay');
  expect(exitCode).toBe(0);
});

test('CONTRACT-1c what an overlay turns round is sent the other way round; what it allows as well is left out', async () => {
  const target = '$.components.schemas.ParentContractRequest.properties.senderRole';
  const file = writeOverlay({ target, update: { enum: ['BROKER'] } });
  const rule = ['--overlay', overlay, '--rule', 'CONTRACT-1'];

  const [turned, wider] = await Promise.all([
    runCommand(['verify', ...rule, '--list']),
    verify('--strict', ...rule, '--overlay', file),
  ]);

  expect(turned.stdout).toContain(
    'a parent contract with senderRole PROVIDER is refused: under an overlay the other way round',
  );
  expect(wider.stdout).toContain('an overlay allows the request that is refused without it: 1 check left out');
});

test('a rule that an overlay switches off is not checked', async () => {
  const { exitCode, stderr } = await runCommand(['verify', '--overlay', overlay, '--rule', 'PARTY-3'], deployment);

  expect(stderr).toContain('PARTY-3');
  expect(exitCode).toBe(2);
});

test('UAPI-1 UAPI-4 a rule that an overlay switches off, and a value that it adds to known ones, make no check stricter', async () => {
  const file = writeOverlay(
    { target: '$', update: { 'x-rules-off': ['UAPI-4'] } },
    { target: '$.components.schemas.LinkedUser.properties.status', update: { 'x-known-values': ['invited'] } },
  );
  const users = await serve(async (request, response) => {
    const answer = await forward(request);
    response.writeHead(answer.status === 400 ? 422 : answer.status, { 'content-type': 'application/json' });
    response.end((await answer.text()).replace('"linked"', '"blocked"'));
  });
  const selection = ['--operation', 'linkUser', '--exclude', 'UAPI-6*'];

  const { exitCode, stdout } = await spawnCommand(
    ['verify', '--overlay', file, ...selection, '--control-tenant', 'default'],
    { ...deployment, ESCROW_USERS_URL: users },
  );

  expect(stdout).toMatch(/ rules held, none is broken, 0 are not checkable/);
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
  const { exitCode, stderr } = await verify('--overlay', join(import.meta.dirname, '../../README.md'));

  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^contract-tests: .*README\.md:\d+: /)]);
  expect(exitCode).toBe(2);
});

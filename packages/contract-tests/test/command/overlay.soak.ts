import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../support/deployments.ts';
import { spawnCommand, variablesOf } from '../support/run-command.ts';
import { writeHar } from '../support/traffic.ts';

const repository = join(import.meta.dirname, '../../../..');
const otherWords = join(import.meta.dirname, 'other-words.overlay.yaml');
const guideOverlay = join(repository, 'docs/guide/deployment.overlay.yaml');

/** Starts a sandbox that behaves as the deployment of the overlay, and returns the variables of `verify` for it. */
async function startOverlaidSandbox(overlay: string): Promise<Record<string, string>> {
  const args = [join(repository, 'apps/sandbox/src/command.ts'), '--overlay', overlay, '--port', '0', '--json'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    if (child.kill()) await once(child, 'exit');
  });
  for await (const line of createInterface(child.stdout)) {
    const { url, credentials } = JSON.parse(line);
    return { ...variablesOf(credentials), ESCROW_URL: url, ESCROW_CONTROL_URL: url, ESCROW_OVERLAY: overlay };
  }
  throw new Error('The sandbox ended before it had started.');
}

test('a deployment of an overlay of other words holds every rule that the overlay leaves as it is', async () => {
  const variables = await startOverlaidSandbox(otherWords);

  const { exitCode, stdout } = await spawnCommand(['verify', '--strict'], variables);

  expect(stdout).toMatch(/ rules held, none is broken/);
  expect(exitCode, stdout).toBe(0);
});

/** A deployment of the guide's overlay whose client admin token comes from the call that the overlay names. */
const startSignedIn = async (): Promise<Record<string, string>> => ({
  ...(await startOverlaidSandbox(guideOverlay)),
  ESCROW_CLIENT_ADMIN_TOKEN: '',
  ESCROW_CONTROL_TENANT: 'default',
});

test('AUTH-12 a deployment of the overlay holds what the document still says, and the rest is reported with its reason', async () => {
  const variables = await startSignedIn();

  const { exitCode, stdout } = await spawnCommand(['verify', '--strict'], variables);
  const switchedOff = await spawnCommand(['verify', '--rule', 'PARTY-3'], variables);
  const lacking = await spawnCommand(['verify', '--rule', 'PAY-1'], { ...variables, ESCROW_CLIENT_SECRET: '' });

  expect(stdout).toMatch(/\n\d\d rules held, none is broken, \d+ are not checkable\.\nResult: held\n$/);
  expect(stdout).toMatch(
    / {2}the document makes the request wrong: body senderRole .* not checkable: .*CONTRACT-1, .*CONTRACT-2/,
  );
  expect(stdout).toContain('  the document switches off PARTY-3: 6 checks skipped\n');
  expect(stdout).toContain('  the document has no milestone state PAID: 2 checks skipped');
  expect(lacking.stderr).toContain(' To get it from signIn, set ESCROW_CLIENT_SECRET.\n');
  expect(lacking.stdout).toContain('--client-admin-token is missing: ');
  expect([exitCode, switchedOff.exitCode, lacking.exitCode]).toEqual([0, 2, 1]);
});

test('AUTH-12 a run ends before its token expires, because the refusal would look like a broken rule', async () => {
  const lifetimeInSeconds = 1;
  const variables = await startSignedIn();
  const auth = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: { accessToken: 'adm_sandbox', expiresIn: lifetimeInSeconds } }));
  });
  // So the run outlasts the token.
  const contract = await serve(async (request, response) => {
    const { method = '', headers, url } = request;
    const body = await text(request);
    const answered = await fetch(`${variables['ESCROW_URL']}${url}`, {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body !== '' && { body }),
    });
    await setTimeout(lifetimeInSeconds * 500);
    response.writeHead(answered.status, { 'content-type': 'application/json' }).end(await answered.text());
  });
  const hosts = { ESCROW_AUTH_URL: auth, ESCROW_CONTRACT_URL: contract };

  const { exitCode, stdout } = await spawnCommand(['verify', '--rule', 'PAY-1'], { ...variables, ...hosts });

  expect(stdout).toContain('stopped after 0.8 s');
  expect(stdout).not.toContain('broken\n  ');
  expect(exitCode).toBe(1);
});

test('observe holds the traffic against the document with the overlay', async () => {
  const request = { method: 'GET', url: 'https://contract.example/api/external/contracts/c-7', headers: [] };
  const har = writeHar([{ request, response: { status: 200, content: { text: '{}' } } }]);

  const { exitCode, stdout } = await spawnCommand(['observe', '--har', har], { ESCROW_OVERLAY: guideOverlay });

  expect(stdout).not.toContain('Not in the document');
  expect(stdout).toContain('readContract: answer 200');
  expect(exitCode).toBe(1);
});

test('an overlay that can not be used is one line', async () => {
  const { exitCode, stderr } = await spawnCommand(['verify', '--overlay', join(repository, 'README.md')], {});

  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^contract-tests: .*README\.md:\d+: /)]);
  expect(exitCode).toBe(2);
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { spawnCommand } from '../support/run-command.ts';
import { type OverlaidSandbox, pathOf, startOverlaidSandbox } from './start-overlaid-sandbox.ts';

const overlay = pathOf('docs/guide/deployment.overlay.yaml');

let sandbox: OverlaidSandbox;
beforeAll(async () => {
  sandbox = await startOverlaidSandbox(overlay);
});
afterAll(() => sandbox.close());

const verify = (...options: string[]) => spawnCommand(['verify', '--strict', ...options], sandbox.variables);

test('CONTRACT-1 CONTRACT-2 PARTY-0 PARTY-1 HOOK-1 a deployment holds the rules as its overlay has them', async () => {
  const rules = ['CONTRACT-1', 'CONTRACT-2', 'PARTY-0', 'PARTY-1', 'HOOK-1'];
  const { exitCode, stdout } = await verify('--overlay', overlay, '--rule', ...rules);

  expect(stdout).toMatch(/ rules held, none is broken/);
  expect(stdout).toContain(
    'an overlay allows the request that is refused without it: 1 check left out; held without them: CONTRACT-1',
  );
  expect(exitCode).toBe(0);
});

/** Serves an answer to every call, and keeps the bodies that it gets. */
async function startSignIn(status: number, answer: object) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') bodies.push(await text(request));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, bodies };
}

/** Verifies with the tenant's own credentials, but no client admin token. */
const verifySignedIn = (variables: Record<string, string> = {}) =>
  spawnCommand(['verify', '--overlay', overlay, '--rule', 'CONTRACT-2', '--control-tenant', 'default'], {
    ...sandbox.variables,
    ESCROW_CLIENT_ADMIN_TOKEN: '',
    ...variables,
  });

test('AUTH-12 a token that is not given comes from the call that the overlay names', async () => {
  const { exitCode, stdout } = await verifySignedIn();

  expect(stdout).toMatch(/ rules? held, none is broken/);
  expect(exitCode).toBe(0);
});

test('AUTH-12 a run ends when the token of its sign-in expires', async () => {
  const { url, bodies } = await startSignIn(200, { data: { accessToken: 'adm_sandbox', expiresIn: 0.001 } });

  const { exitCode, stdout, stderr } = await verifySignedIn({ ESCROW_AUTH_URL: url });

  const { ESCROW_CLIENT_ID: clientId, ESCROW_CLIENT_SECRET: clientSecret } = sandbox.variables;
  expect(JSON.parse(bodies[0] ?? '')).toEqual({ clientId, clientSecret });
  expect(stderr).toContain('The token of the sign-in lasts 0.001 s, so the run ends by then.');
  expect(stdout).not.toMatch(/broken\n/);
  expect(exitCode).not.toBe(0);
});

test.each([
  [
    {},
    401,
    / signIn gave no token at \/data\/accessToken \(401\)\. Check ESCROW_CLIENT_ID, ESCROW_CLIENT_SECRET, or give --/,
  ],
  [{}, 200, / signIn gave no token at \/data\/accessToken \(200\)\. /],
  [{ ESCROW_CLIENT_SECRET: '' }, 200, / Or set ESCROW_CLIENT_SECRET, with which signIn gives --client-admin-token\.$/],
])('AUTH-12 a sign-in that gives no token is one line without secrets: %j', async (variables, status, line) => {
  const message = `canary ${sandbox.variables['ESCROW_CLIENT_SECRET']}`;
  const { url } = await startSignIn(status, { message, data: { accessToken: 'canary\ncanary' } });

  const { exitCode, stdout, stderr } = await verifySignedIn({ ESCROW_AUTH_URL: url, ...variables });

  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(line);
  expect(stdout + stderr).not.toMatch(/canary|sandbox-secret/);
  expect(exitCode).toBe(2);
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

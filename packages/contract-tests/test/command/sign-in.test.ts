import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { defaultCredentials } from '@escrow-kit/sandbox';
import { getOperation } from '@escrow-kit/spec';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { expect, test } from 'vitest';
import { createSend } from '../../src/deployment/send.ts';
import { type SignIn, signIn } from '../../src/deployment/sign-in.ts';
import { allHostsAt, serve } from '../support/deployments.ts';
import { spawnCommand, variablesOf } from '../support/run-command.ts';

/** Serves this answer to every call, an object as JSON, and keeps what it gets by POST. */
async function startAuth(status: number, body: object | string) {
  const calls: { url: string | undefined; body: string }[] = [];
  const url = await serve(async (request, response) => {
    const sent = await text(request);
    if (request.method === 'POST') calls.push({ url: request.url, body: sent });
    const isPage = typeof body === 'string';
    response.writeHead(status, { 'content-type': isPage ? 'text/html' : 'application/json' });
    response.end(isPage ? body : JSON.stringify(body));
  });
  return { url, calls };
}

/** A sign-in by a call that takes anything here. */
const anySignIn: SignIn = {
  name: 'clientAdminToken',
  source: { operation: 'legacySignUp', token: '/data/accessToken', expiresInSeconds: '/data/expiresIn' },
  operation: getOperation('legacySignUp'),
  parts: [{ name: 'password', in: 'body', required: true, value: 'secret-1', variable: 'ESCROW_PASSWORD' }],
  missing: [],
};

const signInAt = (url: string, changes: Partial<SignIn> = {}, send = createSend()) =>
  signIn({ hosts: allHostsAt(url), credentials: {} }, { signIns: [{ ...anySignIn, ...changes }], send });

test('AUTH-12 a sign-in gives a token, and how long a run may use it', async () => {
  const { url } = await startAuth(200, { data: { accessToken: 'token-1', expiresIn: 1 } });

  expect(await signInAt(url)).toEqual({ credentials: { clientAdminToken: 'token-1' }, lifetimeInMs: 800 });
});

test.each([
  [401, { message: 'canary secret-1' }],
  [200, { data: { accessToken: 'canary\ncanary' } }],
  [502, '<p>canary secret-1'],
])('AUTH-12 a sign-in that gives no token is reported by its status alone: %i %j', async (status, body) => {
  const { url } = await startAuth(status, body);

  await expect(signInAt(url)).rejects.toThrow(
    `legacySignUp returned no token at /data/accessToken (${status}). Check ESCROW_PASSWORD, or set --client-admin-token (ESCROW_CLIENT_ADMIN_TOKEN).`,
  );
});

test('AUTH-12 a sign-in that lacks a value is not made', async () => {
  const { url, calls } = await startAuth(200, {});

  const { credentials } = await signInAt(url, { missing: ['ESCROW_PASSWORD'] });

  expect([credentials, calls]).toEqual([{}, []]);
});

test('AUTH-12 a sign-in ends on an interrupt', async () => {
  const stop = new AbortController();
  const url = await serve(() => stop.abort(new Error('stopped')));

  await expect(signInAt(url, {}, createSend({ signal: stop.signal }))).rejects.toThrow('stopped');
});

/** The overlay of the guide with more fields and parameters of its sign-in. */
function writeOverlay(file: string): void {
  const guide = join(import.meta.dirname, '../../../../docs/guide/deployment.overlay.yaml');
  const fields = ['password', 'json', 'URL', 'phone number'].map(
    (name) => `\n${' '.repeat(20)}${name}: { type: string }`,
  );
  const realm = '{ name: realm, in: path, required: true, schema: { type: string } }';
  const from = '{ name: from, in: query, required: true, schema: { type: string } }';
  const edited = readFileSync(guide, 'utf8')
    .replace('/sign-in:', '/{realm}/sign-in:')
    .replace('operationId: signIn\n', `$&          parameters: [${realm}, ${from}]\n`)
    .replace('clientId: { type: string }', `$&${fields.join('')}`);
  writeFileSync(file, edited);
}

test('AUTH-12 a sign-in sends fields and parameters from their variables, and no report shows them', async () => {
  const folder = temporaryFolder();
  const [overlay, json] = [join(folder, 'sign-in.overlay.yaml'), join(folder, 'report.json')];
  writeOverlay(overlay);
  const auth = await startAuth(200, { data: { accessToken: 'token-1' } });
  const broken = await startAuth(400, { message: 'canary-password canary-realm' });

  const { exitCode, stdout, stderr } = await spawnCommand(['verify', '--overlay', overlay, '--rule', 'UAPI-1'], {
    ...variablesOf(defaultCredentials),
    ...{ ESCROW_CLIENT_ADMIN_TOKEN: '', ESCROW_JSON: json },
    ...{ ESCROW_URL: broken.url, ESCROW_AUTH_URL: auth.url, ESCROW_REALM: 'canary-realm', ESCROW_FROM: 'here' },
    ...{
      ESCROW_PASSWORD: 'canary-password',
      ESCROW_PHONE_PREFIX: '+4477009',
      ESCROW_SIGN_IN_URL: 'a',
      ESCROW_PHONE_NUMBER: '7',
    },
  });

  expect(auth.calls[0]?.url, stderr).toMatch(/\/canary-realm\/sign-in\?from=here$/);
  expect(JSON.parse(auth.calls[0]?.body ?? '')).toEqual({
    clientId: defaultCredentials.clientId,
    clientSecret: defaultCredentials.clientSecret,
    password: 'canary-password',
    URL: 'a',
    'phone number': '7',
  });
  expect(stdout, stderr).toContain('[ESCROW_PASSWORD] [ESCROW_REALM]');
  expect(stdout + readFileSync(json, 'utf8')).not.toContain('canary');
  expect(exitCode).toBe(1);
});

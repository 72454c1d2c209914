import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { serve } from '../support/deployments.ts';
import { type CommandResult, runCommand, spawnCommand } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startOverlaid } from './start-overlaid.ts';

const overlay = inject('overlay');
const { deployment, forward } = await startOverlaid();

/** What a server answers with: an object as JSON, a text as a page. */
interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: object | string;
}

/** Serves an answer to every call, and keeps what it gets by POST. */
async function startSignIn(answer: (sent: string) => Answer | undefined) {
  const calls: { url: string | undefined; body: string }[] = [];
  const url = await serve(async (request, response) => {
    const sent = await text(request);
    if (request.method === 'POST') calls.push({ url: request.url, body: sent });
    const answered = answer(sent);
    if (!answered) return;
    const { status, headers, body } = answered;
    const [type, content] = typeof body === 'string' ? ['text/html', body] : ['application/json', JSON.stringify(body)];
    response.writeHead(status, { 'content-type': type, ...headers }).end(content);
  });
  return { url, calls };
}

/** Verifies with the tenant's own credentials, but no client admin token, one check after the other. */
const verifySignedIn = (
  variables: Record<string, string> = {},
  run: (args: string[], variables: Record<string, string>) => Promise<CommandResult> = runCommand,
  { file = overlay, rule = 'PAY-1' } = {},
) =>
  run(['verify', '--overlay', file, '--rule', rule, '--control-tenant', 'default'], {
    ...deployment,
    ESCROW_CLIENT_ADMIN_TOKEN: '',
    ...variables,
  });

test('AUTH-12 a run ends before its token expires, because the refusal would look like a broken rule', async () => {
  const lifetimeInSeconds = 1;
  const { url } = await startSignIn(() => ({
    status: 200,
    body: { data: { accessToken: 'adm_sandbox', expiresIn: lifetimeInSeconds } },
  }));
  const contract = await serve(async (request, response) => {
    const answer = await forward(request);
    // So the run outlasts the token.
    await setTimeout(lifetimeInSeconds * 500);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });

  const { exitCode, stdout } = await verifySignedIn({ ESCROW_AUTH_URL: url, ESCROW_CONTRACT_URL: contract });

  expect(stdout).toContain('stopped after 0.8 s');
  expect(stdout).not.toContain('broken\n  ');
  expect(exitCode).toBe(1);
});

const secret = deployment['ESCROW_CLIENT_SECRET'];

test.each<Answer>([
  { status: 401, body: { message: `canary ${secret}` } },
  { status: 200, body: { data: { accessToken: 'canary\ncanary' } } },
  { status: 502, body: `<p>canary ${secret}` },
])('AUTH-12 a sign-in that gives no token is reported by its status alone: %j', async (answer) => {
  const { url } = await startSignIn(() => answer);

  const { exitCode, stdout, stderr } = await verifySignedIn({ ESCROW_AUTH_URL: url });

  expect(stderr.trimEnd().split('\n').at(-1)).toContain(
    `signIn gave no token at /data/accessToken (${answer.status}). Check ESCROW_CLIENT_ID, ESCROW_CLIENT_SECRET, or give --`,
  );
  expect(stdout + stderr).not.toMatch(/canary|sandbox-secret/);
  expect(exitCode).toBe(2);
});

test('AUTH-12 a sign-in that lacks a value is not made, and what needs its token is left out', async () => {
  const { url, calls } = await startSignIn(() => ({ status: 200, body: {} }));

  const { exitCode, stdout, stderr } = await verifySignedIn({ ESCROW_AUTH_URL: url, ESCROW_CLIENT_SECRET: '' });

  expect(stderr).toContain(' Or set ESCROW_CLIENT_SECRET, with which signIn gives it.\n');
  expect(stdout).toContain('--client-admin-token is not given: ');
  expect(calls.filter(({ url: path }) => path?.endsWith('/sign-in'))).toEqual([]);
  expect(exitCode).toBe(1);
});

test('AUTH-12 a sign-in sends fields and parameters from their variables, and no report shows them', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'sign-in.overlay.yaml');
  const fields = ['password', 'json', 'URL', 'phone number'].map(
    (name) => `\n${' '.repeat(20)}${name}: { type: string }`,
  );
  const realm = '{ name: realm, in: path, required: true, schema: { type: string } }';
  const from = '{ name: from, in: query, required: true, schema: { type: string } }';
  const edited = readFileSync(overlay, 'utf8')
    .replace('/sign-in:', '/{realm}/sign-in:')
    .replace('operationId: signIn\n', `$&          parameters: [${realm}, ${from}]\n`)
    .replace('clientId: { type: string }', `$&${fields.join('')}`);
  writeFileSync(file, edited);
  const { url, calls } = await startSignIn(() => ({ status: 200, body: { data: { accessToken: 'adm_sandbox' } } }));
  const broken = await startSignIn(() => ({ status: 400, body: { message: 'canary-password canary-realm' } }));
  const variables = {
    ESCROW_AUTH_URL: url,
    ESCROW_USERS_URL: broken.url,
    ESCROW_REALM: 'canary-realm',
    ESCROW_FROM: 'here',
  };
  const values = { ESCROW_PASSWORD: 'canary-password', ESCROW_SIGN_IN_URL: 'a', ESCROW_PHONE_NUMBER: '7' };

  const { stdout } = await verifySignedIn(
    { ...variables, ...values, ESCROW_JSON: join(folder, 'report.json') },
    spawnCommand,
    { file, rule: 'UAPI-1' },
  );

  expect(calls[0]?.url).toMatch(/\/canary-realm\/sign-in\?from=here$/);
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({
    clientId: deployment['ESCROW_CLIENT_ID'],
    clientSecret: deployment['ESCROW_CLIENT_SECRET'],
    password: 'canary-password',
    URL: 'a',
    'phone number': '7',
  });
  expect(stdout).toContain('[ESCROW_PASSWORD] [ESCROW_REALM]');
  expect(stdout + readFileSync(join(folder, 'report.json'), 'utf8')).not.toContain('canary');
});

test('AUTH-12 a sign-in ends on an interrupt', async () => {
  const { url } = await startSignIn((sent) => {
    if (sent === '') return { status: 404, body: {} };
    process.emit('SIGINT');
    return undefined;
  });

  const { exitCode, stderr } = await verifySignedIn({ ESCROW_AUTH_URL: url });

  expect(stderr).toMatch(/contract-tests: Stopped before the first check\.\n$/);
  expect(exitCode).toBe(130);
});

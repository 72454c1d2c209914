import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { type CommandResult, runCommand, spawnCommand, variablesOf } from '../support/run-command.ts';
import { serve } from '../support/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const overlay = inject('overlay');

let sandbox: Sandbox;
let deployment: Record<string, string>;
beforeAll(async () => {
  sandbox = await startSandbox();
  const { url, credentials } = sandbox;
  deployment = { ...variablesOf(credentials), ESCROW_URL: url, ESCROW_CONTROL_URL: url };
});
afterAll(() => sandbox.close());

/** By the command in a process of its own, because this one has the overlay already. */
const verify = (...options: string[]) => spawnCommand(['verify', '--strict', ...options], deployment);

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
  const file = join(temporaryFolder(), 'wider.overlay.yaml');
  const info = { title: 'Both may send', version: '1' };
  const target = '$.components.schemas.ParentContractRequest.properties.senderRole';
  writeFileSync(file, JSON.stringify({ overlay: '1.0.0', info, actions: [{ target, update: { enum: ['BROKER'] } }] }));
  const rule = ['--overlay', overlay, '--rule', 'CONTRACT-1'];

  const [turned, wider] = await Promise.all([
    runCommand(['verify', ...rule, '--list']),
    verify(...rule, '--overlay', file),
  ]);

  expect(turned.stdout).toContain(
    'a parent contract with senderRole PROVIDER is refused: under an overlay the other way round',
  );
  expect(wider.stdout).toContain('an overlay allows the request that is refused without it: 1 check left out');
});

/** What a server answers with: an object as JSON, a text as it is. */
interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: object | string;
}

/** Serves an answer to every call, and keeps what it gets by POST. */
async function startSignIn(answer: (sent: string) => Answer | undefined) {
  const calls: { url: string | undefined; body: string }[] = [];
  const server = createServer(async (request, response) => {
    const sent = await text(request);
    if (request.method === 'POST') calls.push({ url: request.url, body: sent });
    const { status, headers, body } = answer(sent) ?? {};
    if (!status) return;
    const type = typeof body === 'string' ? 'text/html' : 'application/json';
    response.writeHead(status, { 'content-type': type, ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, calls };
}

/** What the sandbox answers to a request. */
async function forward(request: IncomingMessage, authorization = request.headers.authorization ?? '') {
  const body = await text(request);
  return fetch(`${deployment['ESCROW_URL']}${request.url}`, {
    method: request.method ?? '',
    headers: { authorization, 'content-type': 'application/json' },
    ...(body !== '' && { body }),
  });
}

/** Verifies with the tenant's own credentials, but no client admin token. */
const verifySignedIn = (
  variables: Record<string, string> = {},
  run: (args: string[], variables: Record<string, string>) => Promise<CommandResult> = runCommand,
  file = overlay,
) =>
  run(['verify', '--overlay', file, '--rule', 'CONTRACT-2', '--control-tenant', 'default'], {
    ...deployment,
    ESCROW_CLIENT_ADMIN_TOKEN: '',
    ...variables,
  });

test('AUTH-12 a token that is not given comes from the call that the overlay names', async () => {
  const { exitCode, stdout } = await verifySignedIn();

  expect(stdout).toMatch(/ rules? held, none is broken/);
  expect(exitCode).toBe(0);
});

test.each([
  ['is used', 200],
  ['is shown by no report if the service repeats it', 400],
])('AUTH-12 before its token expires, a run signs in again: the new one %s', async (_what, status) => {
  const lifetimeInMs = 400;
  const { url, calls } = await startSignIn(() => {
    const data = { accessToken: `canary-${calls.length}`, expiresIn: lifetimeInMs / 1000 };
    return { status: 200, body: { data } };
  });
  const tokens = new Set<string | undefined>();
  const contract = await serve(async (request, response) => {
    const { authorization } = request.headers;
    tokens.add(authorization);
    const answer = await forward(request, 'Bearer adm_sandbox');
    // So the run outlasts a token.
    await setTimeout(lifetimeInMs / 4);
    const isAsUsual = status === 200 || tokens.size < 3;
    response.writeHead(isAsUsual ? answer.status : status, { 'content-type': 'application/json' });
    response.end(isAsUsual ? await answer.text() : JSON.stringify({ authorization }));
  });

  const { exitCode, stdout, stderr } = await verifySignedIn({ ESCROW_AUTH_URL: url, ESCROW_CONTRACT_URL: contract });

  const { ESCROW_CLIENT_ID: clientId, ESCROW_CLIENT_SECRET: clientSecret } = deployment;
  expect(JSON.parse(calls[0]?.body ?? '')).toEqual({ clientId, clientSecret });
  expect([...tokens].filter((token) => token?.startsWith('Bearer canary-')).length).toBeGreaterThan(1);
  expect(exitCode, stdout).toBe(status === 200 ? 0 : 1);
  expect(stdout).toMatch(status === 200 ? / rules? held, none is broken/ : /\{"authorization":"Bearer \[/);
  expect(stdout + stderr).not.toContain('canary');
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
  const message = `canary ${deployment['ESCROW_CLIENT_SECRET']}`;
  const body = { message, data: { accessToken: 'canary\ncanary' } };
  const { url } = await startSignIn(() => ({ status, body }));

  const { exitCode, stdout, stderr } = await verifySignedIn({ ESCROW_AUTH_URL: url, ...variables });

  expect(stderr.trimEnd().split('\n').at(-1)).toMatch(line);
  expect(stdout + stderr).not.toMatch(/canary|sandbox-secret/);
  expect(exitCode).toBe(2);
});

test.each([
  { status: 302, headers: { location: 'https://login.example/sandbox-secret' } },
  { status: 400 },
  { status: 502 },
])('AUTH-12 a page instead of a token is told by its status alone: %j', async (answer) => {
  const { url } = await startSignIn((sent) => ({ ...answer, body: `<p>canary ${sent}</p>` }));

  const { exitCode, stdout, stderr } = await verifySignedIn({ ESCROW_AUTH_URL: url });

  expect(stderr).toContain(` signIn gave no token at /data/accessToken (${answer.status}). Check ESCROW_CLIENT_ID,`);
  expect(stdout + stderr).not.toMatch(/canary|sandbox-secret/);
  expect(exitCode).toBe(2);
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
    ESCROW_CONTRACT_URL: broken.url,
    ESCROW_REALM: 'canary-realm',
    ESCROW_FROM: 'here',
  };
  const values = { ESCROW_PASSWORD: 'canary-password', ESCROW_SIGN_IN_URL: 'a', ESCROW_PHONE_NUMBER: '7' };

  const { stdout } = await verifySignedIn(
    { ...variables, ...values, ESCROW_JSON: join(folder, 'report.json') },
    spawnCommand,
    file,
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
  let interrupt = () => {};
  const { url } = await startSignIn((sent) => {
    if (sent !== '') interrupt();
    return sent === '' ? { status: 404, body: {} } : undefined;
  });

  const { exitCode, stderr } = await verifySignedIn({ ESCROW_AUTH_URL: url }, (args, variables) =>
    spawnCommand(args, variables, (child) => {
      interrupt = () => child.kill('SIGINT');
    }),
  );

  expect(stderr).toMatch(/contract-tests: Stopped before the first check\.\n$/);
  expect(exitCode).toBe(130);
});

test('CONTRACT-1 without its overlay, it is called broken', async () => {
  const { exitCode, stdout } = await verify('--rule', 'CONTRACT-1');

  expect(stdout).toMatch(/^broken\n {2}CONTRACT-1 /m);
  expect(exitCode).toBe(1);
});

test('a rule that an overlay switches off is not checked', async () => {
  const { exitCode, stderr } = await runCommand(['verify', '--overlay', overlay, '--rule', 'PARTY-3'], deployment);

  expect(stderr).toContain('PARTY-3');
  expect(exitCode).toBe(2);
});

test('UAPI-1 UAPI-4 a rule that an overlay switches off, and a value that it adds to known ones, make no check stricter', async () => {
  const file = join(temporaryFolder(), 'off.overlay.yaml');
  const actions = [
    { target: '$', update: { 'x-rules-off': ['UAPI-4'] } },
    { target: '$.components.schemas.LinkedUser.properties.status', update: { 'x-known-values': ['invited'] } },
  ];
  writeFileSync(file, JSON.stringify({ overlay: '1.0.0', info: { title: 'Off', version: '1' }, actions }));
  const users = await serve(async (request, response) => {
    const answer = await forward(request);
    response.writeHead(answer.status === 400 ? 422 : answer.status, { 'content-type': 'application/json' });
    response.end((await answer.text()).replace('"linked"', '"blocked"'));
  });
  const options = [
    '--overlay',
    file,
    '--operation',
    'linkUser',
    '--exclude',
    'UAPI-6*',
    '--explore',
    '20',
    '--seed',
    '1',
  ];

  const { exitCode, stdout } = await spawnCommand(['verify', ...options, '--control-tenant', 'default'], {
    ...deployment,
    ESCROW_USERS_URL: users,
  });

  expect(stdout).toMatch(/ rules held, none is broken, 0 are not checkable/);
  expect(stdout).toContain('20 generated requests (--seed 1): no failure');
  expect(exitCode, stdout).toBe(0);
});

test('an overlay that can not be used is one line', async () => {
  const { exitCode, stderr } = await verify('--overlay', join(import.meta.dirname, '../../README.md'));

  expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^contract-tests: .*README\.md:\d+: /)]);
  expect(exitCode).toBe(2);
});

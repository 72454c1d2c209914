import type { RequestListener, ServerResponse } from 'node:http';
import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { CredentialName, Deployment } from '../../src/deployment/deployment.ts';
import { createSecrets } from '../../src/deployment/secrets.ts';
import { createSend } from '../../src/deployment/send.ts';
import { checkDeployment } from '../../src/preflight/check-deployment.ts';
import { credentialsOf } from '../../src/states/context.ts';
import { allHostsAt, serve } from '../support/serve.ts';

const check = (deployment: Deployment) => checkDeployment(deployment, { send: createSend(), secrets: createSecrets() });

const page = (response: ServerResponse, status: number) =>
  void response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><title>Not here</title>');
const json = (response: ServerResponse, status: number, body = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const deploymentAt = (url: string, credentials: Deployment['credentials'] = {}): Deployment => ({
  hosts: allHostsAt(url),
  credentials: { organizationToken: 'organization-1', clientAdminToken: 'administrator-1', ...credentials },
});

test.for<[string, RequestListener, string]>([
  [
    'gives its page for every path',
    (_, response) => page(response, 200),
    'something else than the service answered: 200, a body that begins with <!doctype html><title>Not here</title>',
  ],
  [
    'knows only GET',
    ({ method }, response) => (method === 'GET' ? page(response, 404) : void response.writeHead(405).end()),
    'status 405',
  ],
  ['finds nothing, in JSON', (_, response) => json(response, 404, { error: { code: 'not_found' } }), 'status 404'],
  [
    'finds nothing, in plain text',
    (_, response) => void response.writeHead(404).end('404 page not found'),
    'status 404',
  ],
  [
    'is a gateway that reaches nothing, and says so in several lines',
    (_, response) => void response.writeHead(502).end('Bad\n::error::Gateway'),
    'something else than the service answered: 502, a body that begins with Bad\\n::error::Gateway',
  ],
  ['answers {} to everything', (_, response) => json(response, 200), 'status 200'],
  [
    'sends everyone to a sign-in page',
    (_, response) => void response.writeHead(302, { location: 'https://login.example/start?state=s3cret' }).end(),
    'something else than the service answered: 302 to https://login.example/start, no body',
  ],
])('a server that %s is not the service', async ([, answer, came]) => {
  const url = await serve(answer);

  const message = [
    'This is not the service, because it refuses none of 6 calls as the service does.',
    `POST ${url}/api/external/contracts: ${came}.`,
    'Check the address and its path.',
  ].join(' ');
  await expect(check(deploymentAt(url))).rejects.toThrow(message);
});

test.for<[string, RequestListener]>([
  ['fails with 500', (_, response) => json(response, 500)],
  [
    'refuses with 404, but strangers with 401',
    ({ headers }, response) => json(response, headers.authorization ? 404 : 401),
  ],
  ['hides from strangers', ({ headers }, response) => json(response, headers.authorization ? 422 : 404)],
  ['has no registerCustomer', ({ url = '' }, response) => json(response, url.endsWith('/customers') ? 404 : 400)],
  ['ends every connection', ({ socket }) => void socket.destroy()],
])('a service that %s is not turned away', async ([, answer]) => {
  // With a prefix of its own, a refused number is no reason.
  const deployment = { ...deploymentAt(await serve(answer)), phonePrefix: '+4477009' };

  await expect(check(deployment)).resolves.toBeUndefined();
});

test.for([
  [400, /^A customer with a phone number of the prefix \+999 is refused with 400\. .* Set --phone-prefix /],
  [422, /refused with 422/],
])('ID-1 a service that refuses numbers that nobody has, with %i, needs a prefix', async ([status, message]) => {
  const url = await serve((_, response) => json(response, Number(status)));

  await expect(check(deploymentAt(url))).rejects.toThrow(message);
});

test.for([404, 409, 500])('a customer who is refused with %i is left to the checks', async (status) => {
  const url = await serve(({ url = '' }, response) => json(response, url.endsWith('/customers') ? status : 400));

  await expect(check(deploymentAt(url))).resolves.toBeUndefined();
});

test('a service without any credential is not turned away', async () => {
  const url = await serve((_, response) => json(response, 401));

  await expect(check({ hosts: { contract: url }, credentials: {} })).resolves.toBeUndefined();
});

describe('a sandbox', () => {
  let sandbox: Sandbox;
  let hosts: Deployment['hosts'];
  let credentials: Deployment['credentials'];

  beforeAll(async () => {
    sandbox = await startSandbox();
    hosts = allHostsAt(sandbox.url);
    credentials = credentialsOf(sandbox);
  });
  afterAll(() => sandbox.close());

  test.for([undefined, 'default'])('with the tenant %s gets nothing that stays', async (tenant) => {
    await check({ hosts, credentials, control: { url: sandbox.url, tenant } });

    const { users } = await sandbox.control.users();
    const { contracts } = await sandbox.control.contracts();
    const { tenants } = await sandbox.control.tenants();
    expect([users, contracts, tenants.map(({ id }) => id)]).toEqual([[], [], ['default']]);
  });

  test('needs no credentials for a tenant of its own', async () => {
    await expect(check({ hosts, credentials: {}, control: { url: sandbox.url } })).resolves.toBeUndefined();
  });

  test.for([undefined, 'default'])(
    'of another address than the control API is reported, with the tenant %s',
    async (tenant) => {
      const other = await startSandbox();
      onTestFinished(() => other.close());

      const checked = check({ hosts, credentials, control: { url: other.url, tenant } });

      await expect(checked).rejects.toThrow('--control-url does not know a call that --contract-url has just refused.');
      expect((await other.control.tenants()).tenants).toHaveLength(1);
    },
  );

  test.for<[CredentialName, string]>([
    ['organizationToken', '--organization-token (ESCROW_ORGANIZATION_TOKEN) is refused by'],
    ['clientAdminToken', '--client-admin-token (ESCROW_CLIENT_ADMIN_TOKEN) is refused by'],
    ['apiKey', '--api-key (ESCROW_API_KEY) is refused by'],
    ['legacyUserToken', '--legacy-user-token (ESCROW_LEGACY_USER_TOKEN) is refused by'],
    ['legacyAppToken', '--legacy-app-token (ESCROW_LEGACY_APP_TOKEN) is refused by'],
    ['clientSecret', '--client-secret (ESCROW_CLIENT_SECRET) is refused by'],
    ['clientId', 'Check it, and --client-id.'],
  ])('that does not know the %s is reported by its option', async ([name, message]) => {
    await expect(check({ hosts, credentials: { ...credentials, [name]: 'unknown-1' } })).rejects.toThrow(message);
  });

  test("that gets two tokens in each other's place refuses each", async () => {
    const { organizationToken = '', clientAdminToken = '' } = credentials;
    const swapped = { ...credentials, organizationToken: clientAdminToken, clientAdminToken: organizationToken };

    const checked = check({ hosts, credentials: swapped });

    await expect(checked).rejects.toThrow(/--client-admin-token .* with 403\..*--organization-token .* with 403\./);
  });
});

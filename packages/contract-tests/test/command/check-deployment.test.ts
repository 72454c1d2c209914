import type { RequestListener, ServerResponse } from 'node:http';
import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CredentialName, Deployment } from '../../src/deployment/deployment.ts';
import { createSecrets } from '../../src/deployment/secrets.ts';
import { createSend } from '../../src/deployment/send.ts';
import { checkDeployment } from '../../src/preflight/check-deployment.ts';
import { credentialsOf } from '../../src/states/context.ts';
import { allHostsAt, serve } from '../support/deployments.ts';

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
    'another server answered: 200, body begins with <!doctype html><title>Not here</title>',
  ],
  [
    'knows only GET',
    ({ method }, response) => (method === 'GET' ? page(response, 404) : void response.writeHead(405).end()),
    'status 405',
  ],
  [
    'is a gateway that reaches nothing, and says so in several lines',
    (_, response) => void response.writeHead(502).end('Bad\n::error::Gateway'),
    'another server answered: 502, body begins with Bad\\n::error::Gateway',
  ],
  [
    'sends everyone to a sign-in page',
    (_, response) => void response.writeHead(302, { location: 'https://login.example/start?state=s3cret' }).end(),
    'another server answered: 302 to https://login.example/start, no body',
  ],
])('a server that %s is not the service', async ([, answer, came]) => {
  const url = await serve(answer);

  const message = [
    'This is not the service: it refused none of 6 wrong calls.',
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
  ['has no registerCustomer', ({ url = '' }, response) => json(response, url.endsWith('/customers') ? 404 : 400)],
])('a service that %s is not turned away', async ([, answer]) => {
  // With a prefix of its own, a refused number is no reason.
  const deployment = { ...deploymentAt(await serve(answer)), phonePrefix: '+4477009' };

  await expect(check(deployment)).resolves.toBeUndefined();
});

test('a service that accepts only numbers of its country needs --phone-prefix', async () => {
  const url = await serve((_, response) => json(response, 400));

  await expect(check(deploymentAt(url))).rejects.toThrow('Set --phone-prefix to the first digits');
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

  test.for<[CredentialName, string]>([
    ['clientAdminToken', '--client-admin-token (ESCROW_CLIENT_ADMIN_TOKEN) is refused by'],
    ['apiKey', '--api-key (ESCROW_API_KEY) is refused by'],
    ['clientSecret', '--client-secret (ESCROW_CLIENT_SECRET) is refused by'],
    ['clientId', 'Check it and --client-id.'],
  ])('that does not know the %s is reported by its option', async ([name, message]) => {
    await expect(check({ hosts, credentials: { ...credentials, [name]: 'unknown-1' } })).rejects.toThrow(message);
  });
});

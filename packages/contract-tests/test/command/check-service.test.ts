import type { RequestListener, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { checkService } from '../../src/preflight/check-service.ts';
import { startDeployment } from '../support/sandbox-deployment.ts';
import { allHostsAt, serve } from '../support/serve.ts';

const deploymentAt = (url: string): Deployment => ({
  hosts: allHostsAt(url),
  credentials: { organizationToken: 'organization-1', clientAdminToken: 'administrator-1' },
});

const page = (response: ServerResponse, status: number) =>
  void response.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><title>Not here</title>');
const json = (response: ServerResponse, status: number, body = {}) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

const knowsNone = 'it knows none of 9 paths of the service';
const refusesNone = 'it refuses none of 9 calls that the service refuses';

test.for<[string, RequestListener, string, string?]>([
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
    'is a gateway that reaches nothing',
    (_, response) => void response.writeHead(502).end('Bad Gateway'),
    'something else than the service answered: 502, a body that begins with Bad Gateway',
  ],
  ['answers {} to everything', (_, response) => json(response, 200), 'status 200', refusesNone],
  [
    'sends everyone to a sign-in page',
    (_, response) => void response.writeHead(302, { location: 'https://login.example/start?state=s3cret' }).end(),
    'something else than the service answered: 302 to https://login.example/start, no body',
  ],
])('a server that %s is not the service', async ([, answer, came, because = knowsNone]) => {
  const url = await serve(answer);

  const message = [
    `This is not the service, because ${because}.`,
    `--url: POST ${url}/api/external/contracts: ${came}.`,
    'Check the address and its path.',
  ].join(' ');
  await expect(checkService(deploymentAt(url), { url })).rejects.toThrow(message);
});

test.for<[string, RequestListener]>([
  ['refuses with an empty 400', (_, response) => void response.writeHead(400).end()],
  ['fails with 500', (_, response) => json(response, 500)],
  [
    'refuses with 404, but strangers with 401',
    ({ headers }, response) => json(response, headers.authorization ? 404 : 401),
  ],
  ['hides from strangers', ({ headers }, response) => json(response, headers.authorization ? 422 : 404)],
  [
    'takes an empty contract, and knows no record',
    ({ url }, response) => json(response, url === '/api/external/contracts' ? 201 : 404),
  ],
  [
    'refuses with a page, and registers customers',
    ({ url = '' }, response) =>
      url.endsWith('/customers') ? json(response, 200, { serviceUserId: 1 }) : page(response, 403),
  ],
  ['ends every connection', ({ socket }) => void socket.destroy()],
])('a service that %s is not turned away', async ([, answer]) => {
  await expect(checkService(deploymentAt(await serve(answer)))).resolves.toBeUndefined();
});

test('a sandbox is not turned away, and nothing is created', async () => {
  const { sandbox, deployment } = await startDeployment();

  await checkService(deployment);

  const { contracts } = await sandbox.control.contracts();
  expect(contracts).toEqual([]);
});

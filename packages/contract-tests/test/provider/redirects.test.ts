import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { verifyDeployment } from '../../src/verify/verify-deployment.ts';

async function startServer(answer: RequestListener, onTestFinished: (finish: () => void) => void): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a redirect is not followed, so no token is sent elsewhere, and blames nobody', async ({ onTestFinished }) => {
  const visits: string[] = [];
  const elsewhere = await startServer((request, response) => {
    visits.push(request.url ?? '');
    response.end();
  }, onTestFinished);
  const url = await startServer((request, response) => {
    response.writeHead(307, { location: `${elsewhere}${request.url}` }).end();
  }, onTestFinished);
  const hosts = { identity: url };
  const credentials = { organizationToken: 'organization-1' };

  const { interactions } = await verifyDeployment({ hosts, credentials }, { rules: ['USER-1'] });

  expect(visits).toEqual([]);
  const text = `something else than the service answered: 307 to ${elsewhere}/realms/service/service-partner/customers, no body`;
  expect(interactions[0]).toMatchObject({ outcome: 'not checkable', reason: { kind: 'not-the-service', text } });
});

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

test('a redirect is an answer, and no token is sent elsewhere', async ({ onTestFinished }) => {
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
  const text = 'the status is 307 instead of any 2xx';
  expect(interactions[0]?.problems).toContainEqual({ kind: 'answer', rule: 'USER-1', text });
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createHandler } from '../src/create-handler.ts';
import type { Prism } from '../src/supervise-prism.ts';
import { sendRequest } from './send-request.ts';
import { mockUrl } from './shared-mock.ts';
import { statusOf } from './status-of.ts';

const authorization = 'Bearer key_sandbox';
const preflight = { origin: 'http://evil.example', 'access-control-request-method': 'GET' };

test.each([
  ['evil.example', 403],
  ['127.0.0.1.evil.example', 403],
  ['192.0.2.1', 403],
  ['not/a host', 403],
  ['127.0.0.1', 200],
  ['localhost:4010', 200],
  ['[::1]', 200],
  ['shop.localhost', 200],
])('a request to the host %s gets %d, and so does its preflight if it is refused', async (host, status) => {
  const url = `${mockUrl}/users/usr_1`;

  expect(await statusOf(url, { host, authorization })).toBe(status);
  expect(await statusOf(url, { host, ...preflight })).toBe(status === 403 ? 403 : 204);
});

/** Answers with the status that is preferred, without an example. */
const prism: Prism = {
  ready: async () => {},
  send: async ({ headers }) => ({ status: Number(/code="(\d+)"/.exec(headers['prefer'] ?? '')?.[1] ?? 200) }),
  close: async () => {},
};

test('the log has operation, status and rule of an answer, and nothing that was sent', async () => {
  const lines: string[] = [];
  const handler = createHandler({ prism, log: (line) => lines.push(line), isLoopbackOnly: true });
  const server = createServer(handler).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const payment = '/api/external/contracts/startPayment/milestone-9/client-9?redirectUrl=secret';
  await sendRequest(`GET ${payment}`, { url, token: 'adm_sandbox' });
  await sendRequest('GET /users/usr_1', { url, token: 'key_sandbox' });
  await statusOf(`${url}/users/usr_1`, { host: 'evil.example', authorization });

  expect(lines).toEqual(['startPayment 400 PAY-1a', 'getUser 200']);
});

import { beforeAll, expect, test } from 'vitest';
import { type PrismMock, startPrismMock } from '../src/index.ts';
import { sendRequest } from './send-request.ts';
import { statusOf } from './status-of.ts';

const lines: string[] = [];
let mock: PrismMock;
beforeAll(async () => {
  mock = await startPrismMock({ port: 0, log: (line) => lines.push(line) });
  return mock.close;
});

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
  lines.length = 0;
  const url = `${mock.url}/users/usr_1`;

  expect(await statusOf(url, { host, authorization })).toBe(status);
  expect(await statusOf(url, { host, ...preflight })).toBe(status === 403 ? 403 : 204);
  expect(lines).toEqual(status === 403 ? [] : ['getUser 200']);
});

test('the log has operation, status and rule, and nothing that was sent', async () => {
  lines.length = 0;

  await sendRequest('GET /api/external/contracts/startPayment/milestone-9/client-9?redirectUrl=secret', {
    url: mock.url,
    token: 'adm_sandbox',
  });

  expect(lines).toEqual(['startPayment 400 PAY-1a']);
});

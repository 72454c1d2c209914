import { expect, test } from 'vitest';
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

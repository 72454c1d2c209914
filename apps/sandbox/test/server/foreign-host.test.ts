import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { quickRequest } from '../support/http.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

/** One of each kind of route. */
const routes = [
  ['an operation', 'POST', '/api/external/contracts'],
  ['the ticket call, whose credentials are public', 'POST', '/realms/service/protocol/openid-connect/token'],
  ['the checkout', 'GET', '/checkout/external/none'],
  ['the SDK script', 'GET', '/v2/payment-display.min.js'],
  ['the dashboard', 'GET', '/'],
  ['the control API', 'GET', '/_sandbox/tenants'],
  ['nothing', 'GET', '/nowhere'],
] as const;
const foreign = ['evil.example', '127.0.0.1.evil.example', 'localhost.evil.example', '192.0.2.1', 'not/a host'];
const own = ['127.0.0.1', 'localhost:4020', 'LOCALHOST', '[::1]:4020', 'shop.localhost'];

describe('without a control token', () => {
  const sandbox = startedSandbox();

  test.each(routes)(
    '%s is refused to a caller who names a foreign host, and answered by an own one',
    async (_, method, path) => {
      const statusFor = async (host: string) =>
        (await quickRequest(sandbox().url, { method, path, headers: { host } })).status;

      expect(await Promise.all(foreign.map(statusFor))).toEqual(foreign.map(() => 403));
      expect(await Promise.all(own.map(statusFor))).not.toContain(403);
    },
  );

  test('a refused request has no effect, with any content', async () => {
    const { organization } = sandbox().credentials.tokens;
    const path = '/realms/service/service-partner/customers';
    const headers = {
      authorization: `Bearer ${organization}`,
      'content-type': 'application/json',
      host: 'evil.example',
    };
    const body = JSON.stringify({ phoneNumber: '+966500000001' });

    const { status, text } = await quickRequest(sandbox().url, { method: 'POST', path, headers, body });

    expect([status, JSON.parse(text).error]).toEqual([403, 'forbidden']);
    expect(await sandbox().control.users()).toMatchObject({ users: [] });
  });
});

describe('with a public address', () => {
  const sandbox = startedSandbox({ publicUrl: 'https://sandbox.shop.example/' });

  test.each([
    [{ host: 'sandbox.shop.example', origin: 'https://sandbox.shop.example' }, 200],
    [{ host: 'sandbox.shop.example:443' }, 200],
    [{ host: 'localhost' }, 200],
    [{ host: 'shop.example' }, 403],
  ])('a call with %o is answered with %d', async (headers, status) => {
    expect((await quickRequest(sandbox().url, { path: '/_sandbox/tenants', headers })).status).toBe(status);
  });
});

test('with a control token, it can be called by any host name', async () => {
  const sandbox = await startSandbox({ controlToken: 'control-token-1' });
  const headers = { host: 'sandbox' };

  const { status } = await quickRequest(sandbox.url, { method: 'POST', path: '/api/external/contracts', headers });

  expect(status).toBe(401);
  await sandbox.close();
});

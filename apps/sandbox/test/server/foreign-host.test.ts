import { describe, expect, test } from 'vitest';
import { startSandbox } from '../../src/index.ts';
import { sendAsPage } from '../support/raw-request.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

/** One of each kind of route. */
const routes = [
  ['an operation', 'POST', '/api/external/contracts'],
  ['the ticket call, whose credentials are public', 'POST', '/realms/service/protocol/openid-connect/token'],
  ['an operation by a method that it does not have', 'DELETE', '/api/external/contracts'],
  ['the checkout', 'GET', '/checkout/external/none'],
  ['a form of the checkout', 'POST', '/checkout/external/none'],
  ['the SDK script', 'GET', '/v2/payment-display.min.js'],
  ['the dashboard', 'GET', '/'],
  ['a page of the dashboard', 'GET', '/dashboard/contracts'],
  ['the control API', 'GET', '/_sandbox/tenants'],
  ['nothing', 'GET', '/nowhere'],
] as const;

describe('without a control token', () => {
  const sandbox = startedSandbox();

  describe.each(routes)('%s', (_, method, path) => {
    test.each([
      'evil.example',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      'evil.example:4020',
      '192.0.2.1',
      'not/a host',
    ])('is refused to a caller who names the host %s', async (host) => {
      expect(await sendAsPage(sandbox(), { method, path, host })).toMatchObject({
        status: 403,
        text: expect.stringContaining('"error":"forbidden"'),
      });
    });

    test.each(['127.0.0.1', 'localhost:4020', 'LOCALHOST', '[::1]:4020', 'shop.localhost'])(
      'answers a request to the host %s',
      async (host) => {
        expect((await sendAsPage(sandbox(), { method, path, host })).status).not.toBe(403);
      },
    );
  });

  test('a refused request has no effect, with any content', async () => {
    const authorization = `Bearer ${sandbox().credentials.tokens.organization}`;
    const headers = { authorization, 'content-type': 'application/json' };
    const body = JSON.stringify({ phoneNumber: '+966500000001' });
    const path = '/realms/service/service-partner/customers';

    const { status } = await sendAsPage(sandbox(), { method: 'POST', path, host: 'evil.example', headers, body });

    expect(status).toBe(403);
    expect(await sandbox().control.users()).toMatchObject({ users: [] });
  });
});

describe('with a public address', () => {
  const sandbox = startedSandbox({ publicUrl: 'https://sandbox.shop.example/' });

  test.each([
    ['sandbox.shop.example', 200],
    ['sandbox.shop.example:443', 200],
    ['localhost', 200],
    ['shop.example', 403],
  ])('a call to the host %s is answered with %d', async (host, status) => {
    const answer = await sendAsPage(sandbox(), { method: 'GET', path: '/_sandbox/tenants', host });

    expect(answer.status).toBe(status);
  });

  test('its own pages may use the control API', async () => {
    const origin = 'https://sandbox.shop.example';
    const answer = await sendAsPage(sandbox(), {
      method: 'GET',
      path: '/_sandbox/tenants',
      host: 'sandbox.shop.example',
      origin,
    });

    expect(answer.status).toBe(200);
  });
});

test('with a control token, it can be called by any host name', async () => {
  const sandbox = await startSandbox({ controlToken: 'control-token-1' });

  const answer = await sendAsPage(sandbox, { method: 'POST', path: '/api/external/contracts', host: 'sandbox' });

  expect(answer.status).toBe(401);
  await sandbox.close();
});

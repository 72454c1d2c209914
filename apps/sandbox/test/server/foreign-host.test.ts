import { createEscrowClient } from '@escrow-kit/client';
import { describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/index.ts';
import { card } from '../support/checkout-steps.ts';
import { createReadyMilestone } from '../support/escrow-steps.ts';
import { quickRequest } from '../support/http.ts';
import { createPageClient, headingOf } from '../support/page-client.ts';
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

/** Reads as a caller who names a host. */
async function readAs({ url, credentials }: Sandbox, host: string, path: string) {
  const headers = { host, authorization: `Bearer ${credentials.tokens.clientAdmin}` };
  return JSON.parse((await quickRequest(url, { path, headers })).text);
}

const startPath = ({ credentials }: Sandbox, milestoneId: string): string =>
  `/api/external/contracts/startPayment/${milestoneId}/${credentials.clientId}?redirectUrl=https://shop.example/return&paymentType=PURCHASE`;

/** The origins of a new checkout for a caller who names a host: in the answer of the service, and in that of the control API. */
async function checkoutOrigins(sandbox: Sandbox, host: string): Promise<string[]> {
  const { milestoneId } = await createReadyMilestone(sandbox);
  const started = await readAs(sandbox, host, startPath(sandbox, milestoneId));
  const { checkoutUrl } = await readAs(sandbox, host, `/_sandbox/tenants/default/milestones/${milestoneId}`);
  return [started.data, checkoutUrl].map((url) => new URL(url).origin);
}

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

describe('the checkout', () => {
  const sandbox = startedSandbox();

  test.each([
    ['localhost:4020', 'http://localhost:4020'],
    ['LOCALHOST', 'http://localhost'],
    ['[::1]:4020', 'http://[::1]:4020'],
    ['shop.localhost:8080', 'http://shop.localhost:8080'],
  ])('a caller who names this machine %s is led to a checkout at %s', async (host, origin) => {
    expect(await checkoutOrigins(sandbox(), host)).toEqual([origin, origin]);
  });

  test.each(['a"b.localhost', 'localhost:0'])('a caller who names %s is led to its own address', async (host) => {
    expect(await checkoutOrigins(sandbox(), host)).toEqual(Array(2).fill(sandbox().url));
  });

  test('a user name that a caller writes before the host is not in the address of the checkout', async () => {
    const { milestoneId } = await createReadyMilestone(sandbox());

    const started = await readAs(sandbox(), 'evil@localhost', startPath(sandbox(), milestoneId));

    expect(started.data).toMatch(/^http:\/\/localhost\/checkout\//);
  });

  test('a client that calls localhost opens a checkout there, and its buyer pays', async () => {
    const { milestoneId, buyerPhone } = await createReadyMilestone(sandbox());
    await sandbox().control.giveConsent(buyerPhone);
    const baseUrl = sandbox().url.replace('127.0.0.1', 'localhost');
    const escrow = createEscrowClient({ baseUrl, ...sandbox().credentials });

    const checkout = { milestoneId, buyer: buyerPhone, returnUrl: 'https://shop.example/return' };
    const url = (await escrow.flows.checkout(checkout)).redirectUrl.reveal();
    const browser = createPageClient({ url: baseUrl });
    const page = await browser.open(url);
    const paid = await browser.send(page, card, { origin: baseUrl });

    expect(url.startsWith(`${baseUrl}/checkout/`)).toBe(true);
    expect([page.status, headingOf(page), paid.status]).toEqual([200, 'Choose how to pay', 303]);
    expect(await sandbox().control.milestone(milestoneId)).toMatchObject({ state: 'PAID' });
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

  test('every caller is led to a checkout there', async () => {
    expect(await checkoutOrigins(sandbox(), 'localhost')).toEqual(Array(2).fill('https://sandbox.shop.example'));
  });
});

test('with a control token, it can be called by any host name', async () => {
  const sandbox = await startSandbox({ controlToken: 'control-token-1' });
  const headers = { host: 'sandbox' };

  const { status } = await quickRequest(sandbox.url, { method: 'POST', path: '/api/external/contracts', headers });

  expect(status).toBe(401);
  await sandbox.close();
});

import { describe, expect, test } from 'vitest';
import { type StartedCheckout, startCheckout, ticketUrl } from '../support/checkout-steps.ts';
import { newPhone, registerCustomer, signUp } from '../support/escrow-steps.ts';
import { createPageClient, headingOf } from '../support/page-client.ts';
import { startedService } from '../support/started-sandbox.ts';

const started = startedService();
const newClient = () => createPageClient(started().sandbox);

test('CHECKOUT-1 a ticket opens the checkout once and leaves the address', async () => {
  const { sandbox } = started();
  const checkout = await startCheckout(sandbox);
  const client = newClient();

  const answer = await client.get(await ticketUrl(sandbox, checkout));
  const page = await client.open(new URL(answer.headers.get('location') ?? '', answer.url).href);

  expect(answer.status).toBe(303);
  expect(answer.headers.get('location')).not.toContain('ticket');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(page.url).toBe(checkout.checkoutUrl);
  expect(headingOf(page)).toBe('Choose how to pay');
});

test('AUTH-7 the address of a used ticket continues in the browser that used it', async () => {
  const { sandbox } = started();
  const client = newClient();
  const url = await ticketUrl(sandbox, await startCheckout(sandbox));
  await client.open(url);

  const page = await client.open(url);

  expect(page.status).toBe(200);
  expect(headingOf(page)).toBe('Choose how to pay');
});

const urlOfOther = async (checkout: StartedCheckout) =>
  ticketUrl(started().sandbox, { ...checkout, shortId: (await startCheckout(started().sandbox)).shortId });
const passwordUrl = async ({ checkoutUrl, buyerPhone }: StartedCheckout) =>
  `${checkoutUrl}&userTokenUrl=${await signUp(started().sandbox, buyerPhone)}`;
test.each([
  ['TICKET-2 a ticket of another payment', 'TICKET-2', 'issued for another payment reference', urlOfOther],
  ['LEGACY-2 the clientUserToken of a sign-up', 'AUTH-1b', "customer's password", passwordUrl],
])(
  '%s is refused, the visitor may sign in instead, and the log says why without it',
  async (_, rule, reason, urlOf) => {
    const { sandbox } = started();
    const checkout = await startCheckout(sandbox);
    const url = await urlOf(checkout);

    const page = await newClient().open(url);

    const { requests } = await sandbox.control.requests({ rule, limit: 1 });
    expect([page.status, headingOf(page)]).toEqual([401, 'This link is not valid']);
    expect(page.text).toContain('name="phone"');
    expect(requests).toMatchObject([
      {
        path: '/checkout/external/{shortId}',
        status: 401,
        message: expect.stringContaining(reason),
        request: { path: { shortId: checkout.shortId } },
      },
    ]);
    expect(JSON.stringify(requests) + page.text + page.url).not.toContain(url.split('=').at(-1));
  },
);

test('AUTH-7 a ticket of another user than the buyer is refused, and ends no session', async () => {
  const { sandbox } = started();
  const checkout = await startCheckout(sandbox);
  const stranger = newPhone();
  await registerCustomer(sandbox, stranger);
  const client = newClient();
  await client.open(await ticketUrl(sandbox, checkout));

  const page = await client.open(await ticketUrl(sandbox, { ...checkout, buyerPhone: stranger }));
  const again = await client.open(checkout.checkoutUrl);

  expect(page.status).toBe(403);
  expect(headingOf(page)).toBe('This payment belongs to someone else');
  expect(page.text).toContain('Continue to payment');
  expect(headingOf(again)).toBe('Choose how to pay');
});

test('AUTH-7 a preview of the address does not use up the ticket', async () => {
  const { sandbox } = started();
  const url = await ticketUrl(sandbox, await startCheckout(sandbox));
  await fetch(url, { method: 'HEAD', redirect: 'manual' });
  await newClient().get(url, { 'sec-purpose': 'prefetch' });

  const page = await newClient().open(url);

  expect(headingOf(page)).toBe('Choose how to pay');
});

test('two checkouts in one browser keep their sessions apart', async () => {
  const { sandbox } = started();
  const [one, other] = [await startCheckout(sandbox), await startCheckout(sandbox)];
  const client = newClient();
  await client.open(await ticketUrl(sandbox, one));
  await client.open(await ticketUrl(sandbox, other));

  const pages = [await client.open(one.checkoutUrl), await client.open(other.checkoutUrl)];

  expect(pages.map(headingOf)).toEqual(['Choose how to pay', 'Choose how to pay']);
});

describe('an address without a payment', () => {
  const started = startedService();

  test.each([
    ['PAY-3 a shortId that no store could keep', '/external/', '/external/%00', 404],
    ['PAY-1 an unknown path of the checkout', '/external/', '/', 404],
    ['AUTH-5 a foreign client', 'sandbox-client', 'another', 403],
    ['PAY-2 no client', 'client_id', 'client', 400],
  ])('%s gets a page that says so, and its ticket leaves the address', async (_, part, changed, status) => {
    const { sandbox } = started();
    const url = (await ticketUrl(sandbox, await startCheckout(sandbox))).replace(part, changed);

    const page = await createPageClient(sandbox).open(url);

    expect(page.status).toBe(status);
    expect(page.text + page.url).not.toContain('ticket_');
  });

  test('AUTH-5 a shortId of another organization is unknown to a client', async () => {
    const { sandbox } = started();
    const { checkoutUrl } = await startCheckout(sandbox);
    const other = await sandbox.control.createTenant();

    const page = await createPageClient(sandbox).open(
      checkoutUrl.replace(sandbox.credentials.clientId, other.credentials.clientId),
    );

    expect(page.status).toBe(404);
  });
});

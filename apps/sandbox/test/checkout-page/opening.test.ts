import { expect, test } from 'vitest';
import { openCheckout, type StartedCheckout, startCheckout, ticketUrl } from '../support/checkout-steps.ts';
import { signUp } from '../support/escrow-steps.ts';
import { quickRequest } from '../support/http.ts';
import { createPageClient, headingOf } from '../support/page-client.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();
const newClient = () => createPageClient(sandbox());

test('CHECKOUT-1 a ticket opens the checkout and leaves the address', async () => {
  const checkout = await startCheckout(sandbox());
  const client = newClient();

  const answer = await client.get(await ticketUrl(sandbox(), checkout));
  const page = await client.open(new URL(answer.headers.get('location') ?? '', answer.url).href);

  expect([answer.status, page.url, headingOf(page)]).toEqual([303, checkout.checkoutUrl, 'Choose how to pay']);
  expect(answer.headers.get('location')).not.toContain('ticket');
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('AUTH-7 a preview of the address does not use up the ticket, and the address of a used one continues in the browser that used it', async () => {
  const url = await ticketUrl(sandbox(), await startCheckout(sandbox()));
  const client = newClient();
  await quickRequest(url, { method: 'HEAD' });
  await newClient().get(url, { 'sec-purpose': 'prefetch' });

  const pages = [await client.open(url), await client.open(url)];

  expect(pages.map(headingOf)).toEqual(['Choose how to pay', 'Choose how to pay']);
});

const urlOfOther = async (checkout: StartedCheckout) =>
  ticketUrl(sandbox(), { ...checkout, shortId: (await startCheckout(sandbox())).shortId });
const passwordUrl = async ({ checkoutUrl, buyerPhone }: StartedCheckout) =>
  `${checkoutUrl}&userTokenUrl=${await signUp(sandbox(), buyerPhone)}`;
test.each([
  ['TICKET-2 a ticket of another payment', 'TICKET-2', 'issued for another payment reference', urlOfOther],
  ['LEGACY-2 the clientUserToken of a sign-up', 'AUTH-1b', "customer's password", passwordUrl],
])(
  '%s is refused, the visitor may sign in instead, and the log says why without it',
  async (_, rule, reason, urlOf) => {
    const checkout = await startCheckout(sandbox());
    const url = await urlOf(checkout);

    const page = await newClient().open(url);

    const { requests } = await sandbox().control.requests({ rule, limit: 1 });
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
  const { checkout, client } = await openCheckout(sandbox());

  const page = await client.open(await ticketUrl(sandbox(), { ...checkout, buyerPhone: checkout.sellerPhone }));
  const again = await client.open(checkout.checkoutUrl);

  expect([page.status, headingOf(page)]).toEqual([403, 'This payment belongs to someone else']);
  expect(page.text).toContain('Continue to payment');
  expect(headingOf(again)).toBe('Choose how to pay');
});

test.each([
  ['/external/', '/external/%00', 404],
  ['/external/', '/', 404],
  ['sandbox-client', 'another', 403],
  ['client_id', 'client', 400],
])(
  'PAY-3 an address with %s replaced by %s is refused with %d, and its ticket leaves the address',
  async (part, changed, status) => {
    const url = (await ticketUrl(sandbox(), await startCheckout(sandbox()))).replace(part, changed);

    const page = await newClient().open(url);

    expect(page.status).toBe(status);
    expect(page.text + page.url).not.toContain('ticket_');
  },
);

test('AUTH-5 a shortId of another organization is refused: unknown to the client', async () => {
  const { checkoutUrl } = await startCheckout(sandbox());
  const { credentials } = await sandbox().control.createTenant();

  const page = await newClient().open(checkoutUrl.replace('sandbox-client', credentials.clientId));

  expect(page.status).toBe(404);
});

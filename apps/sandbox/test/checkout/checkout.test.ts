import { expect, test } from 'vitest';
import { type StartedCheckout, startCheckout } from '../support/checkout-steps.ts';
import { issueUserToken, newPhone, registerCustomer, requestTicket } from '../support/escrow-steps.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();
const control = () => sandbox().control;
const stateOf = async ({ milestoneId }: StartedCheckout) => (await control().milestone(milestoneId)).state;

const ticketFor = async ({ buyerPhone, shortId }: Pick<StartedCheckout, 'buyerPhone' | 'shortId'>): Promise<string> =>
  (await requestTicket(sandbox(), { phone: buyerPhone, shortId })).body.ticket;

const openWith = ({ checkoutUrl }: StartedCheckout, credential: Record<string, string>) =>
  control().openCheckout(`${checkoutUrl}&${new URLSearchParams(credential)}`);

async function openSession() {
  const checkout = await startCheckout(sandbox());
  const { session } = await openWith(checkout, { ticket: await ticketFor(checkout) });
  return { checkout, session };
}

async function strangersPhone(): Promise<string> {
  const phone = newPhone();
  await registerCustomer(sandbox(), phone);
  return phone;
}

test('CHECKOUT-1 AUTH-7 a ticket is accepted in exchange for a session, which can pay', async () => {
  const checkout = await startCheckout(sandbox());
  const { milestoneId, buyerId: userId } = checkout;

  const opened = await openWith(checkout, { ticket: await ticketFor(checkout) });
  await control().payCheckout(opened.session);

  expect(opened).toMatchObject({ milestoneId, userId, amount: 1234.5, state: 'WAITING_FOR_PAYMENT' });
  expect(await stateOf(checkout)).toBe('PAID');
});

test('AUTH-7 if a ticket is used twice at once, one use is refused', async () => {
  const checkout = await startCheckout(sandbox());
  const ticket = await ticketFor(checkout);

  const results = await Promise.allSettled([1, 2, 3].map(() => openWith(checkout, { ticket })));

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test.each<[title: string, refusal: object, open: (checkout: StartedCheckout) => Promise<unknown>]>([
  [
    'AUTH-7 a ticket of a user who is not the buyer is refused, and stays unused',
    { rule: 'AUTH-7a', message: expect.not.stringContaining('used before') },
    async (checkout) => {
      const ticket = await ticketFor({ ...checkout, buyerPhone: await strangersPhone() });
      await openWith(checkout, { ticket }).catch(() => {});
      await openWith(checkout, { ticket });
    },
  ],
  [
    'AUTH-7 a ticket that nobody issued is refused',
    { status: 401, rule: 'AUTH-7a', message: expect.stringContaining('was not issued') },
    (checkout) => openWith(checkout, { ticket: 'made up&?' }),
  ],
  [
    'TICKET-2 a ticket of another payment reference is refused',
    { rule: 'TICKET-2' },
    async (checkout) => openWith(checkout, { ticket: await ticketFor(await startCheckout(sandbox())) }),
  ],
  [
    'AUTH-5 a checkout URL of another client is refused',
    { status: 403, rule: 'AUTH-5a' },
    ({ checkoutUrl }) => control().openCheckout(`${checkoutUrl.replace('sandbox-client', 'another')}&ticket=t`),
  ],
  [
    'CHECKOUT-3 a legacy customer token of another user is refused',
    { rule: 'AUTH-7a' },
    async (checkout) => openWith(checkout, { userTokenUrl: await control().customerToken(await strangersPhone()) }),
  ],
  [
    'AUTH-10 a legacy user token of the buyer is refused as customer token',
    { status: 401, rule: 'AUTH-1b' },
    async (checkout) => openWith(checkout, { userTokenUrl: await issueUserToken(sandbox(), checkout.buyerPhone) }),
  ],
  [
    'AUTH-10 a ticket of the buyer is refused as customer token',
    { status: 401 },
    async (checkout) => openWith(checkout, { userTokenUrl: await ticketFor(checkout) }),
  ],
  [
    'CHECKOUT-1 a checkout URL without a ticket is refused',
    { status: 401, rule: 'CHECKOUT-1' },
    ({ checkoutUrl }) => control().openCheckout(checkoutUrl),
  ],
  [
    'PAY-2 a checkout URL without client_id is refused',
    { status: 400, rule: 'PAY-2' },
    () => control().openCheckout('http://localhost/checkout/external/abc?ticket=t'),
  ],
  [
    'PAY-3 a checkout URL that is not an address is refused',
    { status: 400, rule: 'PAY-3' },
    () => control().openCheckout('abc'),
  ],
  [
    'AUTH-7 an expired session is refused',
    { status: 401, message: expect.stringContaining('expired') },
    async () => {
      const { session } = await openSession();
      await control().advance(30 * 60);
      await control().payCheckout(session);
    },
  ],
])('%s', async (_, refusal, open) => {
  await expect(open(await startCheckout(sandbox()))).rejects.toMatchObject(refusal);
});

test('TICKET-5 a ticket of a buyer whose consent is pending is accepted, and the payment after the consent', async () => {
  const checkout = await startCheckout(sandbox(), { consent: 'PENDING' });

  const { session, consent } = await openWith(checkout, { ticket: await ticketFor(checkout) });
  await expect(control().payCheckout(session)).rejects.toMatchObject({ status: 409, rule: 'TICKET-5' });
  await control().giveCheckoutConsent(session, true);
  await control().payCheckout(session);

  expect(consent).toBe('PENDING');
  expect(await stateOf(checkout)).toBe('PAID');
});

test('USER-3 consent that is declined at the checkout login is refused at the next ticket', async () => {
  const { session, checkout } = await openSession();

  await control().giveCheckoutConsent(session, false);

  const answer = await requestTicket(sandbox(), { phone: checkout.buyerPhone, shortId: checkout.shortId });
  expect(answer).toMatchObject({ status: 400, body: { error: 'consent_rejected' } });
});

test('CHECKOUT-3 AUTH-10 each issued customer token is a new one, and all of them are accepted', async () => {
  const checkout = await startCheckout(sandbox());
  const tokens = [1, 2].map(() => control().customerToken(checkout.buyerPhone));

  const opened = await Promise.all(tokens.map(async (token) => openWith(checkout, { userTokenUrl: await token })));

  expect(new Set(await Promise.all(tokens)).size).toBe(2);
  expect(opened.map(({ userId }) => userId)).toEqual([checkout.buyerId, checkout.buyerId]);
});

test('USER-4 a buyer who declined is accepted at the checkout without a ticket, which grants the consent', async () => {
  const checkout = await startCheckout(sandbox(), { consent: 'DECLINED' });

  const opened = await control().openCheckout(checkout.checkoutUrl, checkout.buyerPhone);

  expect(opened.consent).toBe('GRANTED');
});

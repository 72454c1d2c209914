import { expect, test } from 'vitest';
import { parseCheckoutUrl } from '../../src/domain/checkout.ts';
import {
  createPayableMilestone,
  issueUserToken,
  newPhone,
  registerCustomer,
  requestTicket,
  shortIdOf,
  startPayment,
} from '../support/escrow-steps.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();
const control = () => sandbox().control;
const stateOf = async (milestoneId: string) => (await sandbox().control.milestone(milestoneId)).state;

async function createCheckout() {
  const milestone = await createPayableMilestone(sandbox());
  const { body } = await startPayment(sandbox(), milestone);
  const checkoutUrl: string = body.data;
  return { ...milestone, checkoutUrl, shortId: shortIdOf(checkoutUrl) };
}
type Checkout = Awaited<ReturnType<typeof createCheckout>>;

async function ticketFor({ buyerPhone, shortId }: Pick<Checkout, 'buyerPhone' | 'shortId'>): Promise<string> {
  return (await requestTicket(sandbox(), { phone: buyerPhone, shortId })).body.ticket;
}

const openWith = (name: 'ticket' | 'userTokenUrl', value: string, checkoutUrl: string) =>
  control().openCheckout(`${checkoutUrl}&${name}=${encodeURIComponent(value)}`);

async function openSession() {
  const checkout = await createCheckout();
  const { session } = await openWith('ticket', await ticketFor(checkout), checkout.checkoutUrl);
  return { ...checkout, session };
}

async function strangersPhone(): Promise<string> {
  const phone = newPhone();
  await registerCustomer(sandbox(), phone);
  return phone;
}

test('CHECKOUT-1 AUTH-7 a ticket is accepted in exchange for a session, which can pay', async () => {
  const checkout = await createCheckout();
  const { milestoneId, buyerId: userId } = checkout;

  const opened = await openWith('ticket', await ticketFor(checkout), checkout.checkoutUrl);
  await control().payCheckout(opened.session);

  expect(opened).toMatchObject({ milestoneId, userId, amount: 1000, state: 'WAITING_FOR_PAYMENT' });
  expect(await stateOf(milestoneId)).toBe('PAID');
});

test('AUTH-7 if a ticket is used twice at once, one use is refused', async () => {
  const checkout = await createCheckout();
  const ticket = await ticketFor(checkout);

  const results = await Promise.allSettled([1, 2, 3].map(() => openWith('ticket', ticket, checkout.checkoutUrl)));

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});
test.each<[title: string, refusal: object, open: (checkout: Checkout) => Promise<unknown>]>([
  [
    'AUTH-7 a ticket of a user who is not the buyer is refused, and stays unused',
    { rule: 'AUTH-7a', message: expect.not.stringContaining('used before') },
    async ({ checkoutUrl, shortId }) => {
      const ticket = await ticketFor({ buyerPhone: await strangersPhone(), shortId });
      await openWith('ticket', ticket, checkoutUrl).catch(() => {});
      await openWith('ticket', ticket, checkoutUrl);
    },
  ],
  [
    'AUTH-7 a ticket that nobody issued is refused',
    { status: 401, rule: 'AUTH-7a', message: expect.stringContaining('was not issued') },
    ({ checkoutUrl }) => openWith('ticket', 'made up&?', checkoutUrl),
  ],
  [
    'TICKET-2 a ticket of another payment reference is refused',
    { rule: 'TICKET-2' },
    async ({ checkoutUrl }) => openWith('ticket', await ticketFor(await createCheckout()), checkoutUrl),
  ],
  [
    'AUTH-5 a checkout URL of another client is refused',
    { status: 403, rule: 'AUTH-5a' },
    async (checkout) =>
      openWith('ticket', await ticketFor(checkout), checkout.checkoutUrl.replace('sandbox-client', 'another-client')),
  ],
  [
    'CHECKOUT-3 a legacy customer token of another user is refused',
    { rule: 'AUTH-7a' },
    async ({ checkoutUrl }) =>
      openWith('userTokenUrl', await control().customerToken(await strangersPhone()), checkoutUrl),
  ],
  [
    'AUTH-10 a legacy user token of the buyer is refused as customer token',
    { status: 401, rule: 'AUTH-1b' },
    async ({ checkoutUrl, buyerPhone }) =>
      openWith('userTokenUrl', await issueUserToken(sandbox(), buyerPhone), checkoutUrl),
  ],
  [
    'AUTH-7 a user who is not the buyer is refused without a ticket, too',
    { status: 409, rule: 'AUTH-7a' },
    ({ checkoutUrl }) => control().openCheckout(checkoutUrl, '+966599999999'),
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
    'PAY-3 a checkout URL without a shortId is refused',
    { status: 400, rule: 'PAY-3' },
    () => control().openCheckout('http://localhost/checkout/external/?client_id=c&ticket=t'),
  ],
  [
    'PAY-3 a checkout URL that is not an address is refused',
    { status: 400, rule: 'PAY-3' },
    () => control().openCheckout('abc'),
  ],
])('%s', async (_, refusal, open) => {
  await expect(open(await createCheckout())).rejects.toMatchObject(refusal);
});

test.each<[title: string, refusal: object, prepare: (checkout: Checkout) => Promise<unknown>]>([
  [
    'TICKET-5 a payment is refused when consent was declined after the checkout was opened',
    { status: 409, rule: 'TICKET-5' },
    ({ buyerPhone }) => sandbox().control.setConsent(buyerPhone, 'DECLINED'),
  ],
  [
    'AUTH-7 an expired session is refused',
    { status: 401, message: expect.stringContaining('expired') },
    () => control().advance(30 * 60),
  ],
])('%s', async (_, refusal, prepare) => {
  const { session, ...checkout } = await openSession();
  await prepare(checkout);
  const before = await stateOf(checkout.milestoneId);

  await expect(control().payCheckout(session)).rejects.toMatchObject(refusal);

  expect(await stateOf(checkout.milestoneId)).toBe(before);
});

test('AUTH-7 an unknown session is refused', async () => {
  await expect(control().payCheckout('session_unknown')).rejects.toMatchObject({ status: 401, rule: 'AUTH-7a' });
});

test('TICKET-5 a ticket of a buyer whose consent is pending is accepted, and the payment after the consent', async () => {
  const checkout = await createCheckout();
  await sandbox().control.setConsent(checkout.buyerPhone, 'PENDING');

  const { session, consent } = await openWith('ticket', await ticketFor(checkout), checkout.checkoutUrl);
  await control().giveCheckoutConsent(session, true);
  await control().payCheckout(session);

  expect(consent).toBe('PENDING');
  expect(await stateOf(checkout.milestoneId)).toBe('PAID');
});

test('USER-3 consent that is declined at the checkout login is refused at the next ticket', async () => {
  const { session, buyerPhone, shortId } = await openSession();

  await control().giveCheckoutConsent(session, false);

  const answer = await requestTicket(sandbox(), { phone: buyerPhone, shortId });
  expect(answer).toMatchObject({ status: 400, body: { error: 'consent_rejected' } });
});

test('CHECKOUT-3 AUTH-10 each issued customer token is a new one, and all of them are accepted', async () => {
  const { checkoutUrl, buyerPhone, buyerId } = await createCheckout();
  const tokens = [await control().customerToken(buyerPhone), await control().customerToken(buyerPhone)];

  const checkouts = await Promise.all(tokens.map((token) => openWith('userTokenUrl', token, checkoutUrl)));

  expect(new Set(tokens).size).toBe(2);
  expect(checkouts.map(({ userId }) => userId)).toEqual([buyerId, buyerId]);
});

test('USER-4 a buyer who declined signs in at the checkout without a ticket, and pays', async () => {
  const { checkoutUrl, buyerPhone, milestoneId } = await createCheckout();
  await control().setConsent(buyerPhone, 'DECLINED');

  const checkout = await control().openCheckout(checkoutUrl, buyerPhone);
  await control().payCheckout(checkout.session);

  expect(checkout.consent).toBe('GRANTED');
  expect(await stateOf(milestoneId)).toBe('PAID');
});

test('the ticket of a checkout URL is decoded', () => {
  const url = 'http://localhost/checkout/external/abc?client_id=c&payment_methods=x&ticket=a%2Bb%26c';

  expect(parseCheckoutUrl(url)).toEqual({ clientId: 'c', shortId: 'abc', credential: { ticket: 'a+b&c' } });
});

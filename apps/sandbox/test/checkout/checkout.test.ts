import { describe, expect, test } from 'vitest';
import {
  controlErrorOf,
  createPayableMilestone,
  describeIt,
  issueUserToken,
  lead,
  newPhone,
  registerCustomer,
  requestTicket,
  shortIdOf,
  signUp,
  startPayment,
} from '../support/escrow-steps.ts';
import { setConsent, startedService, stores } from '../support/started-sandbox.ts';

describe.each(stores)('on %s', (store) => {
  const started = startedService(store);

  async function createCheckout() {
    const milestone = await createPayableMilestone(started());
    const { body } = await startPayment(started().sandbox, milestone);
    const checkoutUrl: string = body.data;
    return { ...milestone, checkoutUrl, shortId: shortIdOf(checkoutUrl) };
  }

  async function ticketFor(phone: string, shortId: string): Promise<string> {
    return (await requestTicket(started().sandbox, { phone, shortId })).body.ticket;
  }

  const openWith = (checkoutUrl: string, name: string, value: string) =>
    started().sandbox.control.openCheckout(`${checkoutUrl}&${name}=${encodeURIComponent(value)}`);

  async function openSession() {
    const checkout = await createCheckout();
    const ticket = await ticketFor(checkout.buyerPhone, checkout.shortId);
    const { session } = await openWith(checkout.checkoutUrl, 'ticket', ticket);
    return { ...checkout, session };
  }

  test('CHECKOUT-1 AUTH-7 a ticket is accepted in exchange for a session, which can pay', async () => {
    const { checkoutUrl, shortId, buyerPhone, milestoneId, buyerId } = await createCheckout();
    const ticket = await ticketFor(buyerPhone, shortId);

    const checkout = await openWith(checkoutUrl, 'ticket', ticket);
    await started().sandbox.control.payCheckout(checkout.session);

    expect(checkout).toMatchObject({ milestoneId, userId: buyerId, amount: 1000, state: 'WAITING_FOR_PAYMENT' });
    expect(await describeIt(started(), milestoneId)).toMatchObject({ state: 'PAID' });
  });

  test('AUTH-7 if a ticket is used twice at once, one use is refused', async () => {
    const { checkoutUrl, shortId, buyerPhone } = await createCheckout();
    const ticket = await ticketFor(buyerPhone, shortId);

    const results = await Promise.allSettled([1, 2, 3].map(() => openWith(checkoutUrl, 'ticket', ticket)));

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('AUTH-7 a ticket of a user who is not the buyer is refused, and stays unused', async () => {
    const { checkoutUrl, shortId } = await createCheckout();
    const stranger = newPhone();
    await registerCustomer(started().sandbox, stranger);
    const ticket = await ticketFor(stranger, shortId);

    const refusals = [
      await controlErrorOf(openWith(checkoutUrl, 'ticket', ticket)),
      await controlErrorOf(openWith(checkoutUrl, 'ticket', ticket)),
    ];

    expect(refusals.map(({ rule }) => rule)).toEqual(['AUTH-7a', 'AUTH-7a']);
    expect(refusals.map(({ message }) => message).join()).not.toContain('used before');
  });

  test('AUTH-7 a ticket is refused when it has expired', async () => {
    const { checkoutUrl, shortId, buyerPhone } = await createCheckout();
    const ticket = await ticketFor(buyerPhone, shortId);
    await started().sandbox.control.advance(300);

    const refusal = await controlErrorOf(openWith(checkoutUrl, 'ticket', ticket));

    expect(refusal.message).toContain('expired');
  });

  test('AUTH-7 a ticket that nobody issued is refused', async () => {
    const { checkoutUrl } = await createCheckout();

    const refusal = await controlErrorOf(openWith(checkoutUrl, 'ticket', 'made up&?'));

    expect(refusal).toMatchObject({ status: 401, rule: 'AUTH-7a' });
  });

  test('TICKET-2 a ticket of another payment reference is refused', async () => {
    const [one, other] = [await createCheckout(), await createCheckout()];
    const ticket = await ticketFor(one.buyerPhone, one.shortId);

    const refusal = await controlErrorOf(openWith(other.checkoutUrl, 'ticket', ticket));

    expect(refusal.rule).toBe('TICKET-2');
  });

  test('AUTH-5 a checkout URL of another client is refused', async () => {
    const { checkoutUrl, shortId, buyerPhone } = await createCheckout();
    const ticket = await ticketFor(buyerPhone, shortId);
    const foreign = checkoutUrl.replace('client_id=sandbox-client', 'client_id=another-client');

    const refusal = await controlErrorOf(openWith(foreign, 'ticket', ticket));

    expect(refusal).toMatchObject({ status: 403, rule: 'AUTH-5a' });
  });

  test('TICKET-5 a payment is refused when consent was declined after the checkout was opened', async () => {
    const { session, buyerPhone, milestoneId } = await openSession();
    await setConsent(started().service, buyerPhone, 'DECLINED');

    await expect(started().sandbox.control.payCheckout(session)).rejects.toMatchObject({
      status: 409,
      rule: 'TICKET-5',
    });
    expect(await describeIt(started(), milestoneId)).toMatchObject({ state: 'WAITING_FOR_PAYMENT' });
  });

  test('TICKET-5 a ticket of a buyer whose consent is pending is accepted, and the payment after the consent', async () => {
    const { checkoutUrl, shortId, buyerPhone, milestoneId } = await createCheckout();
    await setConsent(started().service, buyerPhone, 'PENDING');
    const checkout = await openWith(checkoutUrl, 'ticket', await ticketFor(buyerPhone, shortId));

    const { session } = checkout;
    await started().sandbox.control.giveCheckoutConsent(session, true);
    await started().sandbox.control.payCheckout(session);

    expect(checkout.consent).toBe('PENDING');
    expect(await describeIt(started(), milestoneId)).toMatchObject({ state: 'PAID' });
  });

  test('USER-3 consent that is declined at the checkout login is refused at the next ticket', async () => {
    const { session, buyerPhone, shortId } = await openSession();

    await started().sandbox.control.giveCheckoutConsent(session, false);

    const answer = await requestTicket(started().sandbox, { phone: buyerPhone, shortId });
    expect(answer).toMatchObject({ status: 400, body: { error: 'consent_rejected' } });
  });

  test('an expired and an unknown session are refused', async () => {
    const { session } = await openSession();
    await started().sandbox.control.advance(30 * 60);

    const expired = await controlErrorOf(started().sandbox.control.payCheckout(session));
    const unknown = await controlErrorOf(started().sandbox.control.payCheckout('session_unknown'));

    expect(expired.message).toContain('expired');
    expect(unknown).toMatchObject({ status: 401, rule: 'AUTH-7a' });
  });

  test('a session pays once', async () => {
    const { session, milestoneId } = await openSession();
    await lead(started(), milestoneId, 'pay');

    const refusal = await controlErrorOf(started().sandbox.control.payCheckout(session));

    expect(refusal).toMatchObject({ status: 409, rule: 'STATE-4a' });
  });

  test('CHECKOUT-3 a legacy customer token of another user is refused', async () => {
    const { checkoutUrl } = await createCheckout();
    const stranger = newPhone();
    await registerCustomer(started().sandbox, stranger);
    const customerToken = await started().sandbox.control.customerToken(stranger);

    const refusal = await controlErrorOf(openWith(checkoutUrl, 'userTokenUrl', customerToken));

    expect(refusal.rule).toBe('AUTH-7a');
  });

  test('CHECKOUT-3 AUTH-10 each issued customer token is a new one, and all of them are accepted', async () => {
    const { checkoutUrl, buyerPhone, buyerId } = await createCheckout();
    const { control } = started().sandbox;
    const tokens = [await control.customerToken(buyerPhone), await control.customerToken(buyerPhone)];

    const checkouts = await Promise.all(tokens.map((token) => openWith(checkoutUrl, 'userTokenUrl', token)));

    expect(new Set(tokens).size).toBe(2);
    expect(checkouts.map(({ userId }) => userId)).toEqual([buyerId, buyerId]);
  });

  test('AUTH-10 no customer token is issued for a user who is not linked', async () => {
    const refusal = await controlErrorOf(started().sandbox.control.customerToken(newPhone()));

    expect(refusal.status).toBe(404);
  });

  test.each(['clientAdmin', 'legacyUser'] as const)(
    'AUTH-10 the %s token is refused as customer token',
    async (kind) => {
      const { checkoutUrl } = await createCheckout();

      const refusal = await controlErrorOf(
        openWith(checkoutUrl, 'userTokenUrl', started().sandbox.credentials.tokens[kind]),
      );

      expect(refusal).toMatchObject({ status: 401, rule: 'AUTH-1b' });
    },
  );

  test('AUTH-10 a legacy user token of the buyer is refused as customer token', async () => {
    const { checkoutUrl, buyerPhone } = await createCheckout();
    const userToken = await issueUserToken(started().sandbox, buyerPhone);

    const refusal = await controlErrorOf(openWith(checkoutUrl, 'userTokenUrl', userToken));

    expect(refusal).toMatchObject({ status: 401, rule: 'AUTH-1b' });
  });

  test.each(['userTokenUrl', 'ticket'])(
    'LEGACY-2 the clientUserToken of the buyer as %s is refused, and repeated nowhere',
    async (parameter) => {
      const { checkoutUrl, buyerPhone } = await createCheckout();
      const clientUserToken = await signUp(started().sandbox, buyerPhone);

      const refusal = await controlErrorOf(openWith(checkoutUrl, parameter, clientUserToken));

      expect(refusal.status).toBe(401);
      expect(refusal.rule).toBe(parameter === 'ticket' ? 'AUTH-7a' : 'AUTH-1b');
      expect(refusal.message).not.toContain(clientUserToken);
    },
  );

  test('USER-4 a buyer who declined signs in at the checkout without a ticket, and pays', async () => {
    const { control } = started().sandbox;
    const { checkoutUrl, buyerPhone, milestoneId } = await createCheckout();
    await control.setConsent(buyerPhone, 'DECLINED');

    const checkout = await control.openCheckout(checkoutUrl, buyerPhone);
    await control.payCheckout(checkout.session);

    expect(checkout.consent).toBe('GRANTED');
    expect(await describeIt(started(), milestoneId)).toMatchObject({ state: 'PAID' });
  });

  test('AUTH-7 nobody but the buyer signs in at a checkout', async () => {
    const { checkoutUrl } = await createCheckout();

    const refusal = await controlErrorOf(started().sandbox.control.openCheckout(checkoutUrl, '+966599999999'));

    expect(refusal).toMatchObject({ status: 409, rule: 'AUTH-7a' });
  });

  test('CHECKOUT-1 a checkout URL without a ticket is refused', async () => {
    const { checkoutUrl } = await createCheckout();

    await expect(started().sandbox.control.openCheckout(checkoutUrl)).rejects.toMatchObject({
      status: 401,
      rule: 'CHECKOUT-1',
    });
  });
});

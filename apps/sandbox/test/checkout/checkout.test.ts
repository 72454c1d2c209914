import { describe, expect, test } from 'vitest';
import { giveConsent } from '../../src/checkout/give-consent.ts';
import { openCheckout } from '../../src/checkout/open-checkout.ts';
import { type CheckoutUrlParts, parseCheckoutUrl } from '../../src/checkout/parse-checkout-url.ts';
import { payCheckout } from '../../src/checkout/pay-checkout.ts';
import { advanceClock } from '../../src/clock/advance-clock.ts';
import { newPhone, registerCustomer, requestTicket, shortIdOf, startPayment } from '../support/escrow-steps.ts';
import { send } from '../support/service-api.ts';
import { createPayableMilestone, describeIt, lead, refusalOf } from '../support/settlement-steps.ts';
import { change, setConsent, startedService } from '../support/started-service.ts';
import { stores } from '../support/stores.ts';

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

  const open = (parts: CheckoutUrlParts) => change(started().service, openCheckout, parts);
  const openWith = (checkoutUrl: string, name: string, value: string) =>
    open(parseCheckoutUrl(`${checkoutUrl}&${name}=${encodeURIComponent(value)}`));

  async function openSession() {
    const checkout = await createCheckout();
    const ticket = await ticketFor(checkout.buyerPhone, checkout.shortId);
    const { session } = await openWith(checkout.checkoutUrl, 'ticket', ticket);
    return { ...checkout, session };
  }

  test('AUTH-7 a ticket is accepted in exchange for a session, which pays', async () => {
    const { checkoutUrl, shortId, buyerPhone, milestoneId, buyerId } = await createCheckout();
    const ticket = await ticketFor(buyerPhone, shortId);

    const checkout = await openWith(checkoutUrl, 'ticket', ticket);
    await change(started().service, payCheckout, { session: checkout.session });

    expect(checkout).toMatchObject({ milestoneId, userId: buyerId, amount: 1000, state: 'WAITING_FOR_PAYMENT' });
    expect(await describeIt(started(), milestoneId)).toMatchObject({ state: 'PAID' });
  });

  test('AUTH-7 a ticket is refused the second time', async () => {
    const { checkoutUrl, shortId, buyerPhone } = await createCheckout();
    const ticket = await ticketFor(buyerPhone, shortId);
    await openWith(checkoutUrl, 'ticket', ticket);

    const refusal = await refusalOf(openWith(checkoutUrl, 'ticket', ticket));

    expect(refusal).toMatchObject({ code: 'unauthorized', details: { rule: 'AUTH-7' } });
    expect(refusal.message).toContain('used before');
  });

  test('AUTH-7 of two that use a ticket at once one is refused', async () => {
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
      await refusalOf(openWith(checkoutUrl, 'ticket', ticket)),
      await refusalOf(openWith(checkoutUrl, 'ticket', ticket)),
    ];

    expect(refusals.map(({ details }) => details.rule)).toEqual(['AUTH-7', 'AUTH-7']);
    expect(refusals.map(({ message }) => message).join()).not.toContain('used before');
  });

  test('AUTH-7 a ticket is refused when it has expired', async () => {
    const { checkoutUrl, shortId, buyerPhone } = await createCheckout();
    const ticket = await ticketFor(buyerPhone, shortId);
    await advanceClock(started().service, { tenantId: 'default', seconds: 300 });

    const refusal = await refusalOf(openWith(checkoutUrl, 'ticket', ticket));

    expect(refusal.message).toContain('expired');
  });

  test('AUTH-7 a ticket that nobody issued is refused', async () => {
    const { checkoutUrl } = await createCheckout();

    const refusal = await refusalOf(openWith(checkoutUrl, 'ticket', 'made up&?'));

    expect(refusal).toMatchObject({ code: 'unauthorized', details: { rule: 'AUTH-7' } });
  });

  test('TICKET-2 a ticket of another payment reference is refused', async () => {
    const [one, other] = [await createCheckout(), await createCheckout()];
    const ticket = await ticketFor(one.buyerPhone, one.shortId);

    const refusal = await refusalOf(openWith(other.checkoutUrl, 'ticket', ticket));

    expect(refusal.details.rule).toBe('TICKET-2');
  });

  test('TICKET-2 a ticket whose scope is the milestone id is refused at the checkout', async () => {
    const { checkoutUrl, milestoneId, buyerPhone } = await createCheckout();
    const ticket = await ticketFor(buyerPhone, milestoneId);

    const refusal = await refusalOf(openWith(checkoutUrl, 'ticket', ticket));

    expect(refusal.details.rule).toBe('TICKET-2');
  });

  test('AUTH-5 a checkout URL of another client is refused', async () => {
    const { checkoutUrl, shortId, buyerPhone } = await createCheckout();
    const ticket = await ticketFor(buyerPhone, shortId);
    const foreign = checkoutUrl.replace('client_id=sandbox-client', 'client_id=another-client');

    const refusal = await refusalOf(openWith(foreign, 'ticket', ticket));

    expect(refusal).toMatchObject({ code: 'forbidden', details: { rule: 'AUTH-5' } });
  });

  test('TICKET-5 a payment is refused when consent was declined after the checkout was opened', async () => {
    const { session, buyerPhone, milestoneId } = await openSession();
    await setConsent(started().service, buyerPhone, 'DECLINED');

    const refusal = await refusalOf(change(started().service, payCheckout, { session }));

    expect(refusal).toMatchObject({ code: 'conflict', details: { rule: 'TICKET-5' } });
    expect(await describeIt(started(), milestoneId)).toMatchObject({ state: 'WAITING_FOR_PAYMENT' });
  });

  test('TICKET-5 a ticket of a buyer whose consent is pending is accepted, and the payment after the consent', async () => {
    const { checkoutUrl, shortId, buyerPhone, milestoneId } = await createCheckout();
    await setConsent(started().service, buyerPhone, 'PENDING');
    const checkout = await openWith(checkoutUrl, 'ticket', await ticketFor(buyerPhone, shortId));

    const { session } = checkout;
    await change(started().service, giveConsent, { session, granted: true });
    await change(started().service, payCheckout, { session });

    expect(checkout.consent).toBe('PENDING');
    expect(await describeIt(started(), milestoneId)).toMatchObject({ state: 'PAID' });
  });

  test('USER-3 consent that is declined at the checkout login is refused at the next ticket', async () => {
    const { session, buyerPhone, shortId } = await openSession();

    await change(started().service, giveConsent, { session, granted: false });

    const answer = await requestTicket(started().sandbox, { phone: buyerPhone, shortId });
    expect(answer).toMatchObject({ status: 400, body: { error: 'consent_rejected' } });
  });

  test('USER-4 consent that was declined is accepted again at the checkout login', async () => {
    const { session, buyerPhone, shortId } = await openSession();
    await change(started().service, giveConsent, { session, granted: false });

    await change(started().service, giveConsent, { session, granted: true });

    expect(await requestTicket(started().sandbox, { phone: buyerPhone, shortId })).toMatchObject({ status: 200 });
  });

  test('a session is refused when it has expired, and one that nobody has', async () => {
    const { session } = await openSession();
    await advanceClock(started().service, { tenantId: 'default', seconds: 30 * 60 });

    const expired = await refusalOf(change(started().service, payCheckout, { session }));
    const unknown = await refusalOf(change(started().service, payCheckout, { session: 'session_unknown' }));

    expect(expired.message).toContain('expired');
    expect(unknown).toMatchObject({ code: 'unauthorized', details: { rule: 'AUTH-7' } });
  });

  test('a session pays once', async () => {
    const { session, milestoneId } = await openSession();
    await lead(started(), milestoneId, 'pay');

    const refusal = await refusalOf(change(started().service, payCheckout, { session }));

    expect(refusal).toMatchObject({ code: 'conflict', details: { rule: 'STATE-4' } });
  });

  test('CHECKOUT-3 a legacy customer token is accepted in place of the ticket', async () => {
    const { checkoutUrl, buyerPhone, buyerId } = await createCheckout();
    const body = { phoneNumber: buyerPhone, firstName: 'Made', lastName: 'Up', clientUserId: 'user-1' };
    const { clientUserToken } = (await send(started().sandbox, 'legacySignUp', { body })).body.data;

    const checkout = await openWith(checkoutUrl, 'userTokenUrl', clientUserToken);

    expect(checkout).toMatchObject({ userId: buyerId });
  });

  test('CHECKOUT-3 a legacy customer token of another user is refused', async () => {
    const { checkoutUrl } = await createCheckout();
    const body = { phoneNumber: newPhone(), firstName: 'Made', lastName: 'Up', clientUserId: 'user-2' };
    const { clientUserToken } = (await send(started().sandbox, 'legacySignUp', { body })).body.data;

    const refusal = await refusalOf(openWith(checkoutUrl, 'userTokenUrl', clientUserToken));

    expect(refusal.details.rule).toBe('AUTH-7');
  });

  test('AUTH-10 the legacy user token that stands for any user is accepted, and another kind of token refused', async () => {
    const { checkoutUrl, buyerId } = await createCheckout();
    const { tokens } = started().sandbox.credentials;

    const checkout = await openWith(checkoutUrl, 'userTokenUrl', tokens.legacyUser);
    const refusal = await refusalOf(openWith(checkoutUrl, 'userTokenUrl', tokens.clientAdmin));

    expect(checkout).toMatchObject({ userId: buyerId });
    expect(refusal).toMatchObject({ code: 'unauthorized', details: { rule: 'AUTH-10' } });
  });
});

describe('a checkout URL', () => {
  const url = 'http://localhost/checkout/external/abc?client_id=c&payment_methods=x';

  test('CHECKOUT-1 &ticket=<url-encoded ticket> is accepted and decoded', () => {
    expect(parseCheckoutUrl(`${url}&ticket=a%2Bb%26c`)).toEqual({ clientId: 'c', shortId: 'abc', ticket: 'a+b&c' });
  });

  test.each([
    ['CHECKOUT-1', 'without a ticket', url],
    ['PAY-2', 'without client_id', 'http://localhost/checkout/external/abc?ticket=t'],
    ['PAY-3', 'without a shortId', 'http://localhost/checkout/external/?client_id=c&ticket=t'],
    ['PAY-3', 'that is none', 'abc'],
  ])('%s one %s is refused', async (rule, _, text) => {
    const refusal = await refusalOf((async () => parseCheckoutUrl(text))());

    expect(refusal.details.rule).toBe(rule);
  });
});

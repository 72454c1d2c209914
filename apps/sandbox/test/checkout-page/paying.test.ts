import { describe, expect, test } from 'vitest';
import { type CheckoutWishes, card, type OpenedCheckout, openCheckout, transfer } from '../support/checkout-steps.ts';
import { headingOf } from '../support/page-client.ts';
import { startedService } from '../support/started-sandbox.ts';

describe('paying', () => {
  const started = startedService();

  const open = (wishes?: CheckoutWishes) => openCheckout(started().sandbox, wishes);

  const milestoneOf = ({ checkout }: OpenedCheckout) => started().sandbox.control.milestone(checkout.milestoneId);

  test('HOOK-5 paying by card makes the milestone PAID and leads back to redirectUrl', async () => {
    const redirectUrl = 'https://shop.example/return?order=1&note=a%20b#done';
    const opened = await open({ redirectUrl });

    const page = await opened.client.submit(opened.page, card);

    expect(await milestoneOf(opened)).toMatchObject({
      state: 'PAID',
      events: [{ status: 'PAID' }],
      payments: [{ method: 'CREDIT_CARD', state: 'PAID', virtualIban: null }],
    });
    expect(headingOf(page)).toBe('Your payment is complete');
    const escaped = redirectUrl.replace('&', '&amp;');
    expect(page.text).toContain(`<meta http-equiv="refresh" content="0;url=${escaped}"`);
    expect(page.text).toContain(`href="${escaped}"`);
  });

  test('USER-4 a consent that was declined here can be granted after all', async () => {
    const opened = await open({ consent: 'PENDING' });
    const declined = await opened.client.submit(opened.page, { step: 'declineConsent' });

    const page = await opened.client.submit(declined, { step: 'giveConsent' });

    expect(headingOf(declined)).toBe('You declined');
    expect(declined.text).toContain('href="https://shop.example/return"');
    expect(headingOf(page)).toBe('Choose how to pay');
  });

  test.each([card, transfer])(
    'TICKET-5 a consent that is withdrawn while the page is open stops $method',
    async (way) => {
      const opened = await open();
      await started().sandbox.control.setConsent(opened.checkout.buyerPhone, 'DECLINED');

      const page = await opened.client.submit(opened.page, way);

      expect(headingOf(page)).toBe('You declined');
      expect(await milestoneOf(opened)).toMatchObject({ state: 'WAITING_FOR_PAYMENT', payments: [] });
    },
  );

  test('a declined payment charges nothing, lets the buyer choose again, and is no longer shown then', async () => {
    const opened = await open();

    const declined = await opened.client.submit(opened.page, { ...card, outcome: 'declined' });
    const state = (await milestoneOf(opened)).state;
    await opened.client.submit(declined, card);
    const page = await opened.client.open(declined.url);

    expect(declined.status).toBe(402);
    expect(declined.text).toContain('Your payment was declined');
    expect(state).toBe('WAITING_FOR_PAYMENT');
    expect([page.status, headingOf(page)]).toEqual([200, 'This payment is complete']);
  });

  test.each(['', 'SOME_WALLET'])('PAY-2 a method %j that is not the organization’s is refused', async (method) => {
    const opened = await open();

    const page = await opened.client.submit(opened.page, { ...card, method });

    expect(page.status).toBe(422);
    expect(page.text).toContain('<a href="#method-1">Choose how to pay.</a>');
    expect((await milestoneOf(opened)).state).toBe('WAITING_FOR_PAYMENT');
  });
});

describe('a bank transfer', () => {
  const started = startedService();
  const open = () => openCheckout(started().sandbox);
  const milestoneOf = ({ checkout }: OpenedCheckout) => started().sandbox.control.milestone(checkout.milestoneId);

  test('gets an IBAN and a reference, and is pending until the control API confirms it', async () => {
    const opened = await open();

    const page = await opened.client.submit(opened.page, transfer);

    const { state, payments } = await milestoneOf(opened);
    expect(state).toBe('WAITING_FOR_PAYMENT');
    expect(payments).toMatchObject([{ method: 'MANUAL_BANK_TRANSFER', state: 'PENDING', paidAt: null }]);
    expect(payments[0]?.virtualIban).toMatch(/^SA\d{22}$/);
    expect(page.text.replaceAll(' ', '')).toContain(payments[0]?.virtualIban);
    expect(page.text).toContain(payments[0]?.reference);
    await started().sandbox.control.pay(opened.checkout.milestoneId);
    const confirmed = (await milestoneOf(opened)).payments;
    expect(confirmed).toMatchObject([{ method: 'MANUAL_BANK_TRANSFER', state: 'PAID', paidAt: expect.any(Number) }]);
  });

  test('is withdrawn by another method, but only when that has paid', async () => {
    const opened = await open();
    await opened.client.submit(opened.page, transfer);
    const choosing = await opened.client.open(`${opened.checkout.checkoutUrl}&view=methods`);
    const declined = await opened.client.submit(choosing, { ...card, outcome: 'declined' });
    const whileChoosing = (await milestoneOf(opened)).payments;

    await opened.client.submit(declined, card);

    expect(choosing.text).toContain('If you have already sent the transfer');
    expect(whileChoosing).toMatchObject([{ method: 'MANUAL_BANK_TRANSFER', state: 'PENDING' }]);
    expect((await milestoneOf(opened)).payments).toMatchObject([{ method: 'CREDIT_CARD', state: 'PAID' }]);
  });

  test('is withdrawn when the buyer cancels', async () => {
    const opened = await open();
    await opened.client.submit(opened.page, transfer);
    const choosing = await opened.client.open(`${opened.checkout.checkoutUrl}&view=methods`);

    await opened.client.submit(choosing, { step: 'cancel' });

    expect((await milestoneOf(opened)).payments).toEqual([]);
  });
});

describe('at once', () => {
  const started = startedService();

  const open = () => openCheckout(started().sandbox);

  const milestoneOf = ({ checkout }: OpenedCheckout) => started().sandbox.control.milestone(checkout.milestoneId);

  test('two tabs that pay at once make one payment, and the other tab says so', async () => {
    const opened = await open();
    const otherTab = await opened.client.open(opened.checkout.checkoutUrl);

    const pages = await Promise.all([opened.page, otherTab].map((tab) => opened.client.submit(tab, card)));

    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(pages.map(headingOf).toSorted()).toEqual(['This is already paid', 'Your payment is complete']);
    expect(await milestoneOf(opened)).toMatchObject({ state: 'PAID', events: [{ status: 'PAID' }] });
  });

  test('a form that is sent twice, as by a double click, pays once and leads back both times', async () => {
    const opened = await open();

    const atOnce = await Promise.all([1, 2].map(() => opened.client.submit(opened.page, card)));
    const later = await opened.client.submit(opened.page, card);

    const done = 'Your payment is complete';
    expect([...atOnce, later].map(headingOf)).toEqual([done, done, done]);
    expect((await milestoneOf(opened)).events).toHaveLength(1);
  });
});

describe('the address to which a buyer returns', () => {
  const started = startedService();

  /** The page after a payment whose address to return to is this. */
  async function payAndReturnTo(redirectUrl: string): Promise<string> {
    const { client, page, checkout } = await openCheckout(started().sandbox);
    started().service.store.update('milestones', { id: checkout.milestoneId }, { redirectUrl });
    return (await client.submit(page, card)).text;
  }

  test.each(['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,hi'])(
    'is never %s, even if it is stored',
    async (redirectUrl) => {
      const text = await payAndReturnTo(redirectUrl);

      expect(text).toContain('You can close this window.');
      expect(text).not.toContain(redirectUrl.trim());
    },
  );

  test('may be that of an app, if rules that are merely assumed are noted', async () => {
    expect(await payAndReturnTo('myapp://return')).toContain('href="myapp://return"');
  });
});

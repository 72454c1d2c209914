import { describe, expect, test } from 'vitest';
import { headingOf } from '../support/page-client.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { card, type OpenedCheckout, openCheckout, transfer } from './open-checkout.ts';

describe('a bank transfer', () => {
  const sandbox = startedSandbox();
  const open = () => openCheckout(sandbox());
  const milestoneOf = ({ checkout }: OpenedCheckout) => sandbox().control.milestone(checkout.milestoneId);

  test('gets an IBAN and a reference, and is pending', async () => {
    const opened = await open();

    const page = await opened.client.submit(opened.page, transfer);

    const { state, payments } = await milestoneOf(opened);
    expect(state).toBe('WAITING_FOR_PAYMENT');
    expect(payments).toMatchObject([{ method: 'MANUAL_BANK_TRANSFER', state: 'PENDING', paidAt: null }]);
    expect(payments[0]?.virtualIban).toMatch(/^SA\d{22}$/);
    expect(page.text.replaceAll(' ', '')).toContain(payments[0]?.virtualIban);
    expect(page.text).toContain(payments[0]?.reference);
  });

  test('that is chosen again keeps its IBAN and reference', async () => {
    const opened = await open();
    await opened.client.submit(opened.page, transfer);
    const before = await milestoneOf(opened);

    await Promise.all([1, 2].map(() => opened.client.submit(opened.page, transfer)));

    expect((await milestoneOf(opened)).payments).toEqual(before.payments);
  });

  test('is confirmed by the control API', async () => {
    const opened = await open();
    await opened.client.submit(opened.page, transfer);

    await sandbox().control.pay(opened.checkout.milestoneId);

    const page = await opened.client.open(opened.checkout.checkoutUrl);
    expect(headingOf(page)).toBe('This payment is complete');
    const { payments } = await milestoneOf(opened);
    expect(payments).toMatchObject([{ method: 'MANUAL_BANK_TRANSFER', state: 'PAID' }]);
    expect(payments[0]?.paidAt).toEqual(expect.any(Number));
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

import { describe, expect, test } from 'vitest';
import { card, type OpenedCheckout, openCheckout, transfer } from '../support/checkout-steps.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

describe('a bank transfer', () => {
  const sandbox = startedSandbox();
  const open = () => openCheckout(sandbox());
  const milestoneOf = ({ checkout }: OpenedCheckout) => sandbox().control.milestone(checkout.milestoneId);

  test('gets an IBAN and a reference, and is pending until the control API confirms it', async () => {
    const opened = await open();

    const page = await opened.client.submit(opened.page, transfer);

    const { state, payments } = await milestoneOf(opened);
    expect(state).toBe('WAITING_FOR_PAYMENT');
    expect(payments).toMatchObject([{ method: 'MANUAL_BANK_TRANSFER', state: 'PENDING', paidAt: null }]);
    expect(payments[0]?.virtualIban).toMatch(/^SA\d{22}$/);
    expect(page.text.replaceAll(' ', '')).toContain(payments[0]?.virtualIban);
    expect(page.text).toContain(payments[0]?.reference);
    await sandbox().control.pay(opened.checkout.milestoneId);
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

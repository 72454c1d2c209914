import type { Frame, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { usedPage } from '../support/browser.ts';
import { ticketUrl } from '../support/checkout-steps.ts';
import { signUp } from '../support/escrow-steps.ts';
import { takeScreenshot } from '../support/screenshot.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { createPayment, type Payment } from './payment.ts';
import { startedShop } from './shop.ts';

const sandbox = startedSandbox('SQLite');
const shop = startedShop(sandbox);
const sharedPage = usedPage();

/** Shows the checkout on the page of a shop on another site, and returns its place in the page. */
async function show(options: object): Promise<{ page: Page; checkout: Frame }> {
  const page = sharedPage();
  await shop().open(page, options);
  const [frame] = await Promise.all([
    'mode' in options && options.mode === 'popup'
      ? page.waitForEvent('popup').then((popup) => popup.mainFrame())
      : page.waitForEvent('frameattached'),
    page.getByRole('button', { name: 'Buy' }).click(),
  ]);
  return { page, checkout: frame };
}

const heading = (checkout: Frame) => checkout.getByRole('heading', { level: 1 });
const payButton = (checkout: Frame) => checkout.getByRole('button', { name: /^Pay / });

async function stateOf({ milestoneId }: Payment): Promise<string> {
  return (await sandbox().control.milestone(milestoneId)).state;
}

test.each(['modal', 'popup', 'iframe'])(
  'AUTH-10 a legacy customer token as userToken is accepted in the mode %s: the buyer pays and is back in the shop',
  async (mode) => {
    const payment = await createPayment(sandbox(), shop().returnUrl);
    const { page, checkout } = await show({ paymentUrl: payment.paymentUrl, userToken: payment.userToken, mode });
    await payButton(checkout).waitFor();
    await takeScreenshot(page, `sdk-script/checkout-${mode}`);

    await checkout.getByRole('radio').first().check();
    await payButton(checkout).click();

    await page.waitForURL(shop().returnUrl);
    expect(await stateOf(payment)).toBe('PAID');
    expect(page.context().pages()).toEqual([page]);
  },
);

test('CHECKOUT-2 a buyer who cancels in the modal is back in the shop and has not paid', async () => {
  const payment = await createPayment(sandbox(), shop().returnUrl);
  const { paymentUrl, userToken } = payment;
  const { page, checkout } = await show({ paymentUrl, userToken, mode: 'modal' });

  await checkout.getByRole('button', { name: 'Cancel and go back' }).click();

  await page.waitForURL(shop().returnUrl);
  expect(await stateOf(payment)).toBe('WAITING_FOR_PAYMENT');
});

test('CHECKOUT-2 a ticket that was appended to paymentUrl is accepted', async () => {
  const paymentUrl = await ticketUrl(sandbox(), await createPayment(sandbox(), shop().returnUrl));

  const { checkout } = await show({ paymentUrl, mode: 'modal' });

  await payButton(checkout).waitFor();
});

test.each([
  ['a ticket', async (payment: Payment) => new URL(await ticketUrl(sandbox(), payment)).searchParams.get('ticket')],
  ['the clientUserToken of a sign-up', ({ buyerPhone }: Payment) => signUp(sandbox(), buyerPhone)],
])('AUTH-10 %s as userToken is refused by the checkout', async (_what, credentialOf) => {
  const payment = await createPayment(sandbox(), shop().returnUrl);
  const userToken = (await credentialOf(payment)) ?? '';

  const { checkout } = await show({ paymentUrl: payment.paymentUrl, userToken, mode: 'modal' });

  await heading(checkout).waitFor();
  expect(await payButton(checkout).count()).toBe(0);
  expect(await checkout.getByText('does not fit this payment').count()).toBe(1);
});

import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { usedPage } from '../support/browser.ts';
import { takeScreenshot } from '../support/screenshot.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { createPayment, type Payment } from './payment.ts';
import { endingBefore, startedShop } from './shop.ts';

const sandbox = startedSandbox('SQLite');
const shop = startedShop(sandbox);
const sharedPage = usedPage();

/** The tests share it, because none pays it. */
let payment: Payment;
beforeAll(async () => {
  payment = await createPayment(sandbox(), shop().returnUrl);
});

/** A shop's page, and the window that it opened for the checkout. */
async function openPopup(): Promise<{ page: Page; popup: Page }> {
  const { paymentUrl, userToken } = payment;
  const page = sharedPage();
  await shop().open(page, { paymentUrl, userToken, mode: 'popup' });
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Buy' }).click();
  const popup = await opened;
  await popup.waitForLoadState();
  return { page, popup };
}

const ending = (page: Page, text: string) => page.locator('output', { hasText: text }).waitFor();

test('CHECKOUT-2 the mode popup shows the checkout in its own window', async () => {
  const { page, popup } = await openPopup();

  expect(popup.url()).toContain(`${sandbox().url}/checkout/external/`);
  expect(page.frames()).toHaveLength(1);
  expect(await page.locator('output').textContent()).toBe('');
  await takeScreenshot(popup, 'sdk-script/popup');
});

test('the page notices when the buyer closes the popup', async () => {
  const { page, popup } = await openPopup();

  await popup.close();

  await ending(page, 'closed');
});

test('the page can close the popup itself', async () => {
  const { page, popup } = await openPopup();
  const closed = popup.waitForEvent('close');

  await page.evaluate('display.close()');

  await closed;
  await ending(page, 'closed');
});

test('another call closes the popup that is open', async () => {
  const { page, popup } = await openPopup();
  const [closed, opened] = [popup.waitForEvent('close'), page.waitForEvent('popup')];

  await page.getByRole('button', { name: 'Buy' }).click();

  await closed;
  const other = await opened;
  // A window that is closed while it still opens may never say that it is closed.
  await other.waitForLoadState();
  expect(other.isClosed()).toBe(false);
});

test('CHECKOUT-2 the page goes to the address to which the checkout returns, and the popup closes', async () => {
  const { page, popup } = await openPopup();
  const closed = popup.waitForEvent('close');

  await popup.evaluate(`location.assign(${JSON.stringify(shop().returnUrl)})`);

  await closed;
  await page.waitForURL(shop().returnUrl);
  expect(await endingBefore(page)).toBe('returned');
});

test('CHECKOUT-2 a popup that the browser blocks is refused with an error that says so', async () => {
  const { paymentUrl, userToken } = payment;
  const page = sharedPage();
  await shop().open(page, { paymentUrl, userToken, mode: 'popup' }, { path: '/frame' });
  const inFrame = page.frameLocator('iframe');

  await inFrame.getByRole('button', { name: 'Buy' }).click();

  expect(await inFrame.locator('output').textContent()).toBe(
    'NotAllowedError: PaymentDisplay.show: the browser blocked the popup. ' +
      "Call show in the buyer's click itself, or use mode modal.",
  );
});

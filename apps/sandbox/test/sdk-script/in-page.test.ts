import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { usedPage } from '../support/browser.ts';
import { takeScreenshot } from '../support/screenshot.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { createPayment, type Payment } from './payment.ts';
import { endingBefore, type ShopPage, startedShop } from './shop.ts';

const sandbox = startedSandbox('SQLite');
const shop = startedShop(sandbox);
const sharedPage = usedPage();

/** The tests share it, because none pays it. */
let payment: Payment;
beforeAll(async () => {
  payment = await createPayment(sandbox(), shop().returnUrl);
});

/** A shop's page with the checkout in it. */
async function openInPage(shopPage: ShopPage = {}): Promise<Page> {
  const { paymentUrl, userToken } = payment;
  const page = sharedPage();
  await shop().open(page, { paymentUrl, userToken, mode: 'iframe' }, shopPage);
  await page.getByRole('button', { name: 'Buy' }).click();
  await page.frameLocator('iframe').locator('body').waitFor();
  return page;
}

const focusedTag = (page: Page): Promise<string> => page.evaluate('document.activeElement.tagName');

test('CHECKOUT-2 the mode iframe shows the checkout at the end of the page, on which a strict CSP refuses nothing', async () => {
  const page = await openInPage();

  const frame = page.locator('body > iframe:last-child');

  expect(await frame.getAttribute('title')).toBe('Checkout');
  expect(page.frames()[1]?.url()).toContain(`${sandbox().url}/checkout/external/`);
  expect(await page.locator('output').getAttribute('data-refused')).toBeNull();
  await takeScreenshot(page, 'sdk-script/iframe');
});

test('a page can mark the place for the checkout', async () => {
  const page = await openInPage({ path: '/place' });

  expect(await page.locator('[data-payment-display] > iframe').count()).toBe(1);
  expect(await page.locator('iframe').count()).toBe(1);
});

test('the checkout takes the focus and returns it when it is closed', async () => {
  const page = await openInPage();
  const focusedBefore = await focusedTag(page);

  await page.evaluate('display.close()');

  expect(focusedBefore).toBe('IFRAME');
  expect(await focusedTag(page)).toBe('BUTTON');
  expect(await page.locator('iframe').count()).toBe(0);
});

test('closing the checkout keeps the focus if the buyer has moved it', async () => {
  const page = await openInPage();
  await page.getByRole('link', { name: 'Terms' }).focus();

  await page.evaluate('display.close()');

  expect(await focusedTag(page)).toBe('A');
});

test('CHECKOUT-2 the page goes to the address to which the checkout in it returns', async () => {
  const page = await openInPage();

  await page.frames()[1]?.evaluate(`location.assign(${JSON.stringify(shop().returnUrl)})`);

  await page.waitForURL(shop().returnUrl);
  expect(await endingBefore(page)).toBe('returned');
});

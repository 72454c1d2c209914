import type { Page } from 'playwright-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { usedPage } from '../support/browser.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { createPayment, type Payment, startedShop } from './shop.ts';

const sandbox = startedSandbox();
const shop = startedShop(sandbox);
const sharedPage = usedPage();

/** The tests share it, because none pays it. */
let payment: Payment;
beforeAll(async () => {
  payment = await createPayment(sandbox(), shop().returnUrl);
});

/** A shop's page with the checkout over it. */
async function openModal(): Promise<Page> {
  const page = sharedPage();
  const { paymentUrl, userToken } = payment;
  await shop().open(page, { paymentUrl, userToken, mode: 'modal' });
  await page.getByRole('button', { name: 'Buy' }).click();
  await page.getByRole('dialog').waitFor();
  return page;
}

const ending = (page: Page, text: string) => page.locator('output', { hasText: text }).waitFor();
const focusedTag = (page: Page): Promise<string> => page.evaluate('document.activeElement.tagName');
/** The checkout is the only frame of the page. */
const checkoutFrame = (page: Page) => page.frames()[1] ?? page.mainFrame();

test('CHECKOUT-2 the mode modal shows the checkout in a dialog over the page, whose styles do not affect it, on a phone over the whole screen', async () => {
  const page = await openModal();
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  onTestFinished(() => page.setViewportSize(size));

  const dialog = page.getByRole('dialog', { name: 'Payment' });
  const frame = dialog.locator('iframe');

  expect(await frame.getAttribute('title')).toBe('Checkout');
  expect(await frame.getAttribute('allow')).toBe('payment');
  expect(await frame.getAttribute('referrerpolicy')).toBe('no-referrer');
  expect(checkoutFrame(page).url()).toContain(`${sandbox().url}/checkout/external/`);
  const border = 'getComputedStyle(document.activeElement.shadowRoot.activeElement).borderStyle';
  expect(await page.evaluate(border)).toBe('none');
  await page.setViewportSize({ width: 360, height: 640 });
  await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 });
});

test('the close button is the first stop of the Tab key and closes the modal, the focus returns to the button that opened it, and the page scrolls as before', async () => {
  const page = await openModal();
  expect(await focusedTag(page)).toBe('DIV');

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await ending(page, 'closed');

  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await focusedTag(page)).toBe('BUTTON');
  expect(await page.evaluate('document.documentElement.style.cssText')).toBe('');
});

test('the Tab key leads out of the checkout to the close button, and there Escape closes the modal', async () => {
  const page = await openModal();
  const inDialog = () => page.evaluate<string>('document.activeElement.shadowRoot?.activeElement?.tagName');
  await page.frameLocator('iframe').getByRole('button', { name: 'Cancel and go back' }).focus();
  const before = await inDialog();

  // One stop is the browser's own controls.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  const after = await inDialog();
  await page.keyboard.press('Escape');
  await ending(page, 'closed');

  expect([before, after]).toEqual(['IFRAME', 'BUTTON']);
  expect(await focusedTag(page)).toBe('BUTTON');
});

test('the page behind can be neither reached by keyboard nor scrolled, and no click beside it and no second Enter ends the payment', async () => {
  const page = await openModal();
  const tags: string[] = [];

  await page.keyboard.press('Enter');
  await page.mouse.click(5, 5);
  for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await page.keyboard.press('Tab');
    tags.push(await focusedTag(page));
  }
  await page.mouse.move(5, 5);
  await page.mouse.wheel(0, 500);

  expect(await page.getByRole('button', { name: 'Close payment' }).isVisible()).toBe(true);
  expect(tags).not.toContain('BUTTON');
  expect(tags).not.toContain('A');
  expect(await page.evaluate('[scrollY, document.documentElement.style.overflow]')).toEqual([0, 'hidden']);
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing in the modal, %s, on a page of any language',
  async (colorScheme) => {
    await sharedPage().emulateMedia({ colorScheme });
    onTestFinished(() => sharedPage().emulateMedia({ colorScheme: null }));
    const page = await openModal();
    await page.evaluate("document.documentElement.dir = 'rtl'");
    const dialog = page.getByRole('dialog', { name: 'Payment' });
    await page.frameLocator('iframe').getByRole('radio').first().waitFor();

    expect(await dialog.getAttribute('dir')).toBe('ltr');
    expect(await dialog.getByRole('button', { name: 'Close payment' }).isVisible()).toBe(true);
    // The checkout's own page is tested in `every-page.test.ts`.
    expect(await findViolations(page)).toEqual([]);
  },
);

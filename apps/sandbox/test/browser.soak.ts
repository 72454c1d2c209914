import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findViolations } from './support/accessibility.ts';
import { payButton, showPage, usedPage } from './support/browser.ts';
import { openCheckout, startCheckout, ticketUrl } from './support/checkout-steps.ts';
import { startedShop } from './support/shop.ts';
import { startedSandbox } from './support/started-sandbox.ts';

const sandbox = startedSandbox();
const shop = startedShop(sandbox);
const page = usedPage();

const start = (redirectUrl = shop().returnUrl) => startCheckout(sandbox(), { redirectUrl });
const focusedTag = (of: Page): Promise<string> => of.evaluate('document.activeElement.tagName');

test('CHECKOUT-1 the ticket of a buyer is not in the history, and paying leads back to exactly the redirectUrl', async () => {
  const redirectUrl = `${shop().url}/return?order=1&note=a%20b&empty=&x=%2F#part`;
  const checkout = await start(redirectUrl);
  await page().goto(shop().url);
  await page().goto(await ticketUrl(sandbox(), checkout));
  const atCheckout = page().url();
  await page().goBack();
  await page().goForward();
  const again = page().url();

  await payButton(page()).click();
  await page().waitForURL(`${shop().url}/return?**`);

  expect([atCheckout, again]).toEqual([checkout.checkoutUrl, checkout.checkoutUrl]);
  expect(page().url()).toBe(redirectUrl);
  const request = shop().requests.find(({ target }) => target.startsWith('/return?order=1&'));
  expect(request?.target).toBe('/return?order=1&note=a%20b&empty=&x=%2F');
  expect(request?.headers.referer).toBeUndefined();
  expect((await sandbox().control.milestone(checkout.milestoneId)).state).toBe('PAID');
});

test('the checkout in a frame of a shop has no session of another window, so no page can trick the buyer', async () => {
  const checkout = await start();
  await page().goto(await ticketUrl(sandbox(), checkout));
  const shopPage = await page().context().newPage();

  await shop().open(shopPage, checkout.checkoutUrl, '/embed');

  const heading = { level: 1, name: 'Sign in to pay Sandbox Shop' };
  await shopPage.frameLocator('iframe').getByRole('heading', heading).waitFor();
  await page().reload();
  await page().getByRole('heading', { name: 'Choose how to pay' }).waitFor();
});

test('IBAN and reference of a bank transfer are copied with a click, by the one script that the policy allows', async () => {
  const checkout = await start();
  await page().context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: sandbox().url });
  await page().goto(await ticketUrl(sandbox(), checkout));
  await page().getByLabel('Bank transfer').check();
  const offersPaying = await payButton(page()).isVisible();
  const shown = page().waitForResponse((response) => response.request().method() === 'GET');
  await page().getByRole('button', { name: 'Continue', exact: true }).click();

  const copies: string[] = [];
  for (const _ of ['IBAN', 'reference']) {
    await page().getByRole('button', { name: 'Copy', exact: true }).first().click();
    await page().getByRole('button', { name: 'Copied' }).nth(copies.length).waitFor();
    copies.push(await page().evaluate<string>('navigator.clipboard.readText()'));
  }

  const [payment] = (await sandbox().control.milestone(checkout.milestoneId)).payments;
  expect(offersPaying).toBe(false);
  expect(copies).toEqual([payment?.virtualIban, payment?.reference]);
  const answer = await shown;
  const [, script = ''] = /<script[^>]*>(.*?)<\/script>/s.exec(await answer.text()) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(answer.headers()['content-security-policy']).toContain(`script-src 'sha256-${hash}'`);
});

test('the page of a payment fits a narrow window, however long the words of a user are', async () => {
  const size = page().viewportSize() ?? { width: 0, height: 0 };
  await page().setViewportSize({ width: 320, height: 740 });
  onTestFinished(() => page().setViewportSize(size));
  const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4);
  const opened = await openCheckout(sandbox(), {
    contractTitle: long,
    sellerName: { firstName: long },
    milestone: { itemDetail: { title: long, description: long }, itemPrice: 99_999_999_999.99 },
  });

  await showPage(page(), opened.page);

  expect(await page().evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});

describe('the script for pages of shops', () => {
  const ending = (text: string) => page().locator('output', { hasText: text }).waitFor();

  test('the mode iframe shows the checkout at the place that the page marks; the page can close it, twice too, and the focus stays where the buyer moved it', async () => {
    await shop().show(page(), { mode: 'iframe', path: '/place' });
    const atPlace = await page().locator('[data-payment-display] > iframe').getAttribute('title');
    await page().getByRole('link', { name: 'Terms' }).focus();

    await page().evaluate('display.close(), display.close()');
    await ending('closed');

    expect([atPlace, await page().locator('iframe').count()]).toEqual(['Checkout', 0]);
    expect(await focusedTag(page())).toBe('A');
  });

  test('CHECKOUT-2 a popup that the browser blocks is refused with an error that says so, and one that the buyer closes is noticed', async () => {
    const { paymentUrl, userToken } = await shop().createPayment();
    await shop().open(page(), { paymentUrl, userToken, mode: 'popup' }, '/frame');
    const inFrame = page().frameLocator('iframe');
    await inFrame.getByRole('button', { name: 'Buy' }).click();
    const message = await inFrame.locator('output').textContent();

    const popup = await shop().show(page(), { mode: 'popup' });
    await popup.page().close();
    await ending('closed');

    expect(message).toBe(
      'NotAllowedError: PaymentDisplay.show: the browser blocked the popup. ' +
        'Call show directly in the click handler, or use mode modal.',
    );
  });

  test('CHECKOUT-2 the mode modal shows the checkout in an accessible dialog over the page, whose styles do not affect it, on a phone over the whole screen', async () => {
    await shop().show(page(), { mode: 'modal' });
    const size = page().viewportSize() ?? { width: 0, height: 0 };
    onTestFinished(() => page().setViewportSize(size));
    const dialog = page().getByRole('dialog', { name: 'Payment' });
    const frame = dialog.locator('iframe');

    const border = 'getComputedStyle(document.activeElement.shadowRoot.activeElement).borderStyle';
    expect(await page().evaluate(border)).toBe('none');
    expect([await frame.getAttribute('title'), await frame.getAttribute('allow')]).toEqual(['Checkout', 'payment']);
    expect(await findViolations(page())).toEqual([]);
    await page().setViewportSize({ width: 360, height: 640 });
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 });
  });

  test('the modal keeps keyboard, clicks and scrolling from the page behind, closes by its button and by Escape, and returns the focus', async () => {
    await shop().show(page(), { mode: 'modal' });
    const tags: string[] = [];

    await page().keyboard.press('Enter');
    await page().mouse.click(5, 5);
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await page().keyboard.press('Tab');
      tags.push(await focusedTag(page()));
    }
    await page().mouse.wheel(0, 500);
    const scrolled = await page().evaluate('[scrollY, document.documentElement.style.overflow]');
    await page().getByRole('button', { name: 'Close payment' }).focus();
    await page().keyboard.press('Escape');
    await ending('closed');
    const afterEscape = await focusedTag(page());
    await page().getByRole('button', { name: 'Buy' }).click();
    await page().getByRole('dialog').waitFor();
    await page().keyboard.press('Tab');
    await page().keyboard.press('Enter');
    await ending('closed');

    expect(tags.filter((tag) => tag === 'BUTTON' || tag === 'A')).toEqual([]);
    expect(scrolled).toEqual([0, 'hidden']);
    expect([afterEscape, await focusedTag(page())]).toEqual(['BUTTON', 'BUTTON']);
    expect(await page().getByRole('dialog').count()).toBe(0);
    expect(await page().evaluate('document.documentElement.style.cssText')).toBe('');
  });

  test('the example of the guide shows the checkout, and notices that it was closed', async () => {
    const guide = await readFile(`${import.meta.dirname}/../../../docs/guide/sandbox.md`, 'utf8');
    const [, example = ''] = /```html\n(.+?)```/s.exec(guide) ?? [];
    const body = example.replace('http://127.0.0.1:4020', sandbox().url);
    onTestFinished(() => page().unrouteAll());
    // The browser takes a page that the test answers for one of the internet, which needs a permission to reach this machine.
    await page().context().grantPermissions(['local-network-access']);
    await page().route(`${shop().url}/example`, (route) => route.fulfill({ contentType: 'text/html', body }));
    const payment = await shop().createPayment();
    await page().route(`${shop().url}/payment`, (route) => route.fulfill({ json: payment }));
    await page().goto(`${shop().url}/example`);

    await page().getByRole('button', { name: 'Pay' }).click();
    await page().getByRole('button', { name: 'Close payment' }).click();

    await expect.poll(() => page().title()).toBe('closed');
  });
});

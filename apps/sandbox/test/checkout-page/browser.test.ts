import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { usedPage } from '../support/browser.ts';
import { codeOf, ticketUrl } from '../support/checkout-steps.ts';
import { checkoutOfShop, withoutScript } from './open-checkout.ts';

const { started, shop, start, milestoneOf } = checkoutOfShop();
const sharedPage = usedPage(withoutScript);
const pressPay = (page: Page) => page.getByRole('button', { name: /^Pay/ }).click();

describe('a browser without JavaScript', () => {
  test('CHECKOUT-1 pays with a ticket, which is not in the history, and comes back to exactly the redirectUrl', async () => {
    const redirectUrl = `${shop().url}/return?order=1&note=a%20b&empty=&x=%2F#part`;
    const checkout = await start({ redirectUrl });
    const page = sharedPage();
    await page.goto(shop().url);
    await page.goto(await ticketUrl(started().sandbox, checkout));
    const atCheckout = page.url();
    await page.goBack();
    await page.goForward();
    const again = page.url();

    await pressPay(page);
    await page.waitForURL(`${shop().url}/return?**`);

    expect([atCheckout, again]).toEqual([checkout.checkoutUrl, checkout.checkoutUrl]);
    expect(page.url()).toBe(redirectUrl);
    const request = shop().requests.find(({ target }) => target.startsWith('/return?order=1'));
    expect(request?.target).toBe('/return?order=1&note=a%20b&empty=&x=%2F');
    expect(request?.headers.referer).toBeUndefined();
    expect((await milestoneOf(checkout)).state).toBe('PAID');
  });

  test('shows the button to pay and the outcome only for methods that pay at once, not for a bank transfer', async () => {
    const checkout = await start();
    const page = sharedPage();
    await page.goto(await ticketUrl(started().sandbox, checkout));
    const outcome = page.getByRole('group', { name: 'How should this test payment end?' });
    const offered = async () => [
      await outcome.isVisible(),
      await page.getByRole('button', { name: 'Pay SAR 1,234.50', exact: true }).isVisible(),
      await page.getByRole('button', { name: 'Continue', exact: true }).isVisible(),
    ];
    const withCard = await offered();

    await page.getByLabel('Bank transfer').check();

    expect(withCard).toEqual([true, true, false]);
    expect(await offered()).toEqual([false, false, true]);
  });

  test('can go back after a mistake, and no page asks to send a form again', async () => {
    const checkout = await start();
    const page = sharedPage();
    await page.goto(await ticketUrl(started().sandbox, checkout));
    await page.getByLabel('It is declined').check();
    await pressPay(page);
    await page.getByRole('alert').waitFor();
    await page.getByLabel('It succeeds').check();
    await pressPay(page);
    await page.waitForURL(checkout.redirectUrl);

    const headings: (string | null)[] = [];
    for (let steps = 0; steps < 2; steps += 1) {
      await page.goBack();
      headings.push(await page.getByRole('heading', { level: 1 }).textContent());
    }

    expect(headings).toEqual(Array(2).fill('This payment is complete'));
    expect((await milestoneOf(checkout)).events).toHaveLength(1);
  });

  test('pays with only the keyboard, and the focus is visible', async () => {
    const checkout = await start({ consent: 'PENDING' });
    const page = sharedPage();
    await page.goto(checkout.checkoutUrl);
    await page.keyboard.press('Tab');
    await page.keyboard.type(checkout.buyerPhone);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    // The first stop is the link to the dashboard.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(await codeOf(started().sandbox, checkout.buyerPhone));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Choose how to pay' }).waitFor();
    await page.keyboard.press('Tab');
    const outline = "getComputedStyle(document.activeElement.closest('.choice')).outlineStyle";
    await expect.poll(() => page.evaluate(outline)).toBe('solid');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(checkout.redirectUrl);

    expect((await milestoneOf(checkout)).state).toBe('PAID');
  });

  test('reads first what is wrong: the summary has the focus and links to the field', async () => {
    const checkout = await start();
    const page = sharedPage();
    await page.goto(checkout.checkoutUrl);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('alert').waitFor();
    // A browser focuses the summary when it has drawn the page.
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('errors');

    await page.getByRole('link', { name: 'Enter your phone number.' }).click();
    await page.keyboard.type('0512');

    expect(await page.getByLabel('Phone number').inputValue()).toBe('0512');
    expect(await page.title()).toBe('Error: Sign in to pay Sandbox Shop · Secure checkout');
  });
});

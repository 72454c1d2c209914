import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { usedPage } from '../support/browser.ts';
import { ticketUrl } from '../support/checkout-steps.ts';
import { checkoutOfShop, withoutScript } from './checkout-of-shop.ts';

const { started, start, milestoneOf } = checkoutOfShop();
const sharedPage = usedPage(withoutScript);
const pressPay = (page: Page) => page.getByRole('button', { name: /^Pay/ }).click();

// More of what a buyer does than in `browser.test.ts`. `paying.test.ts` and `bank-transfer.test.ts` test the same without a
// browser.
describe('a browser without JavaScript', () => {
  test('USER-4 declines the consent, grants it after all, and pays', async () => {
    const checkout = await start({ consent: 'PENDING' });
    const page = sharedPage();
    await page.goto(await ticketUrl(started().sandbox, checkout));
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('button', { name: 'Agree after all' }).click();

    await pressPay(page);
    await page.waitForURL(checkout.redirectUrl);

    expect((await milestoneOf(checkout)).state).toBe('PAID');
  });

  test('shows a declined payment, and pays the second time', async () => {
    const checkout = await start();
    const page = sharedPage();
    await page.goto(await ticketUrl(started().sandbox, checkout));
    await page.getByLabel('It is declined').check();
    await pressPay(page);
    await page.getByRole('alert').waitFor();
    await page.getByLabel('It succeeds').check();

    await pressPay(page);
    await page.waitForURL(checkout.redirectUrl);

    expect((await milestoneOf(checkout)).events).toHaveLength(1);
  });

  test('chooses a bank transfer, and sees that it has arrived', async () => {
    const checkout = await start();
    const page = sharedPage();
    await page.goto(await ticketUrl(started().sandbox, checkout));
    await page.getByLabel('Bank transfer').check();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('status').waitFor();
    const { payments } = await milestoneOf(checkout);
    const iban = await page.getByText(/^SA\d\d /).textContent();
    await started().sandbox.control.pay(checkout.milestoneId);

    await page.getByRole('link', { name: 'Check again' }).click();

    expect(iban?.replaceAll(' ', '')).toBe(payments[0]?.virtualIban);
    await page.getByRole('heading', { name: 'This payment is complete' }).waitFor();
    await page.getByRole('link', { name: 'Back to Sandbox Shop' }).click();
    await page.waitForURL(checkout.redirectUrl);
  });

  test('cancels and comes back without having paid', async () => {
    const checkout = await start();
    const page = sharedPage();
    await page.goto(await ticketUrl(started().sandbox, checkout));

    await page.getByRole('button', { name: 'Cancel and go back' }).click();
    await page.waitForURL(checkout.redirectUrl);

    expect((await milestoneOf(checkout)).state).toBe('WAITING_FOR_PAYMENT');
  });

  test('goes back from the shop and reloads without paying again', async () => {
    const checkout = await start();
    const page = sharedPage();
    await page.goto(await ticketUrl(started().sandbox, checkout));
    await pressPay(page);
    await page.waitForURL(checkout.redirectUrl);

    await page.goBack();
    const headings = [await page.getByRole('heading', { level: 1 }).textContent()];
    await page.reload();
    headings.push(await page.getByRole('heading', { level: 1 }).textContent());

    expect(headings).toEqual(['This payment is complete', 'This payment is complete']);
    expect((await milestoneOf(checkout)).events).toHaveLength(1);
  });

  test('says in the second tab that the first one has paid', async () => {
    const checkout = await start();
    const first = sharedPage();
    const second = await first.context().newPage();
    await first.goto(await ticketUrl(started().sandbox, checkout));
    await second.goto(checkout.checkoutUrl);
    await pressPay(first);
    await first.waitForURL(checkout.redirectUrl);

    await pressPay(second);

    await second.getByRole('heading', { name: 'This is already paid' }).waitFor();
    await second.getByRole('link', { name: 'Back to Sandbox Shop' }).click();
    await second.waitForURL(checkout.redirectUrl);
    expect((await milestoneOf(checkout)).events).toHaveLength(1);
  });
});

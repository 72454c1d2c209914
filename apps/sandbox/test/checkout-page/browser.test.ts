import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { usedBrowser } from '../support/browser.ts';
import {
  type CheckoutWishes,
  codeOf,
  type StartedCheckout,
  startCheckout,
  ticketUrl,
} from '../support/checkout-steps.ts';
import { describeIt } from '../support/settlement-steps.ts';
import { startedShop } from '../support/shop.ts';
import { startedService } from '../support/started-service.ts';

const started = startedService('SQLite');
const shop = startedShop();
const openContext = usedBrowser();
const withoutScript = { javaScriptEnabled: false, viewport: { width: 1100, height: 900 } };

/** A payment whose buyer comes back to a page of the shop that no other test has. */
async function start(wishes: CheckoutWishes = {}): Promise<StartedCheckout & { redirectUrl: string }> {
  const redirectUrl = shop().page('<title>Thanks</title><h1>Thanks for your order</h1>');
  return { ...(await startCheckout(started().sandbox, { redirectUrl, ...wishes })), redirectUrl };
}

const milestoneOf = ({ milestoneId }: StartedCheckout) => describeIt(started(), milestoneId);
const pressPay = (page: Page) => page.getByRole('button', { name: /^Pay/ }).click();

describe('a browser without JavaScript', () => {
  test('CHECKOUT-1 pays with a ticket and comes back to the very redirectUrl, which learns nothing else', async () => {
    const redirectUrl = `${shop().url}/return?order=1&note=a%20b&empty=&x=%2F#part`;
    const checkout = await start({ redirectUrl });
    const page = await (await openContext(withoutScript)).newPage();
    await page.goto(await ticketUrl(started().sandbox, checkout));
    const atCheckout = page.url();

    await pressPay(page);
    await page.waitForURL(`${shop().url}/**`);

    expect(atCheckout).toBe(checkout.checkoutUrl);
    expect(page.url()).toBe(redirectUrl);
    const request = shop().requests.find(({ target }) => target.startsWith('/return?order=1'));
    expect(request?.target).toBe('/return?order=1&note=a%20b&empty=&x=%2F');
    expect(request?.headers.referer).toBeUndefined();
    expect((await milestoneOf(checkout)).state).toBe('PAID');
  });

  test('USER-3 signs in by phone and code, which gives the consent, and pays', async () => {
    const checkout = await start({ consent: 'PENDING' });
    const page = await (await openContext(withoutScript)).newPage();
    await page.goto(checkout.checkoutUrl);
    await page.getByLabel('Phone number').fill(checkout.buyerPhone);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await page.getByLabel('Code', { exact: true }).fill(await codeOf(started().sandbox, checkout.buyerPhone));
    await page.getByRole('button', { name: 'Sign in and agree' }).click();

    await pressPay(page);
    await page.waitForURL(checkout.redirectUrl);

    expect((await milestoneOf(checkout)).state).toBe('PAID');
  });

  test('USER-4 declines the consent, gives it after all, and pays', async () => {
    const checkout = await start({ consent: 'PENDING' });
    const page = await (await openContext(withoutScript)).newPage();
    await page.goto(await ticketUrl(started().sandbox, checkout));
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('button', { name: 'Agree after all' }).click();

    await pressPay(page);
    await page.waitForURL(checkout.redirectUrl);

    expect((await milestoneOf(checkout)).state).toBe('PAID');
  });

  test('is told of a declined payment, and pays the second time', async () => {
    const checkout = await start();
    const page = await (await openContext(withoutScript)).newPage();
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
    const page = await (await openContext(withoutScript)).newPage();
    await page.goto(await ticketUrl(started().sandbox, checkout));
    await page.getByLabel('Bank transfer').check();
    await pressPay(page);
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
    const page = await (await openContext(withoutScript)).newPage();
    await page.goto(await ticketUrl(started().sandbox, checkout));

    await page.getByRole('button', { name: 'Cancel and go back' }).click();
    await page.waitForURL(checkout.redirectUrl);

    expect((await milestoneOf(checkout)).state).toBe('WAITING_FOR_PAYMENT');
  });

  test('goes back from the shop and reloads without paying again', async () => {
    const checkout = await start();
    const page = await (await openContext(withoutScript)).newPage();
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

  test('double-clicks and pays once', async () => {
    const checkout = await start();
    const page = await (await openContext(withoutScript)).newPage();
    await page.goto(await ticketUrl(started().sandbox, checkout));

    await page.getByRole('button', { name: /^Pay/ }).dblclick();
    await page.waitForURL(checkout.redirectUrl);

    expect((await milestoneOf(checkout)).events).toHaveLength(1);
  });

  test('is told in the second tab that the first has paid', async () => {
    const checkout = await start();
    const context = await openContext(withoutScript);
    const [first, second] = [await context.newPage(), await context.newPage()];
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

  test('keeps the ticket in no history', async () => {
    const checkout = await start();
    const page = await (await openContext(withoutScript)).newPage();
    await page.goto(shop().url);
    await page.goto(await ticketUrl(started().sandbox, checkout));
    const atCheckout = page.url();

    await page.goBack();
    await page.goForward();

    expect([atCheckout, page.url()]).toEqual([checkout.checkoutUrl, checkout.checkoutUrl]);
    await page.getByRole('heading', { name: 'Choose how to pay' }).waitFor();
  });

  test('pays by keyboard alone, and the focus is to be seen', async () => {
    const checkout = await start({ consent: 'PENDING' });
    const page = await (await openContext(withoutScript)).newPage();
    await page.goto(checkout.checkoutUrl);
    await page.keyboard.press('Tab');
    await page.keyboard.type(checkout.buyerPhone);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type(await codeOf(started().sandbox, checkout.buyerPhone));
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Choose how to pay' }).waitFor();
    await page.keyboard.press('Tab');
    const outline = await page.evaluate<string>(
      "getComputedStyle(document.activeElement.closest('.choice')).outlineStyle",
    );

    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL(checkout.redirectUrl);

    expect(outline).toBe('solid');
    expect((await milestoneOf(checkout)).state).toBe('PAID');
  });

  test('hears first what is wrong: the summary has the focus and leads to the field', async () => {
    const checkout = await start();
    const page = await (await openContext(withoutScript)).newPage();
    await page.goto(checkout.checkoutUrl);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('alert').waitFor();
    const focused = await page.evaluate<string>('document.activeElement.className');

    await page.getByRole('link', { name: 'Enter your phone number.' }).click();
    await page.keyboard.type('0512');

    expect(focused).toBe('errors');
    expect(await page.getByLabel('Phone number').inputValue()).toBe('0512');
    expect(await page.title()).toBe('Error: Sign in to pay · Secure checkout');
  });
});

describe("inside a shop's page, which is another site", () => {
  const frameOf = (url: string) =>
    `<title>Shop</title><iframe title="Checkout" width="400" height="900" src="${url}"></iframe>`;

  test('CHECKOUT-2 the buyer pays with a ticket, and the frame comes back to the shop', async () => {
    const checkout = await start();
    const url = await ticketUrl(started().sandbox, checkout);
    const page = await (await openContext(withoutScript)).newPage();
    await page.goto(shop().page(frameOf(url.replaceAll('&', '&amp;'))));
    const frame = page.frameLocator('iframe');

    await frame.getByRole('button', { name: /^Pay/ }).click();
    await frame.getByRole('heading', { name: 'Thanks for your order' }).waitFor();

    expect((await milestoneOf(checkout)).state).toBe('PAID');
  });

  test('CHECKOUT-2 the buyer signs in by phone, and is offered a window for browsers that keep no cookie', async () => {
    const checkout = await start({ consent: 'PENDING' });
    const page = await (await openContext(withoutScript)).newPage();
    await page.goto(shop().page(frameOf(checkout.checkoutUrl.replaceAll('&', '&amp;'))));
    const frame = page.frameLocator('iframe');
    const ownWindow = await frame.getByRole('link', { name: 'Open in a new window' }).getAttribute('target');
    await frame.getByLabel('Phone number').fill(checkout.buyerPhone);
    await frame.getByRole('button', { name: 'Send code' }).click();
    await frame.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await frame.getByLabel('Code', { exact: true }).fill(await codeOf(started().sandbox, checkout.buyerPhone));
    await frame.getByRole('button', { name: 'Sign in and agree' }).click();

    await frame.getByRole('button', { name: /^Pay/ }).click();
    await frame.getByRole('heading', { name: 'Thanks for your order' }).waitFor();

    expect(ownWindow).toBe('_blank');
    expect((await milestoneOf(checkout)).state).toBe('PAID');
  });

  test('a session that was begun in a window of its own is not there, so that no page can trick the buyer', async () => {
    const checkout = await start();
    const context = await openContext(withoutScript);
    const own = await context.newPage();
    await own.goto(await ticketUrl(started().sandbox, checkout));
    const page = await context.newPage();

    await page.goto(shop().page(frameOf(checkout.checkoutUrl.replaceAll('&', '&amp;'))));

    await page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Sign in to pay' }).waitFor();
    await own.reload();
    await own.getByRole('heading', { name: 'Choose how to pay' }).waitFor();
  });

  test('a form of the shop’s page that pretends to be the checkout’s changes nothing', async () => {
    const checkout = await start();
    const context = await openContext(withoutScript);
    const own = await context.newPage();
    await own.goto(await ticketUrl(started().sandbox, checkout));
    const token = await own.locator('input[name=token]').first().inputValue();
    const action = checkout.checkoutUrl.replaceAll('&', '&amp;');
    const fields = { token, step: 'pay', method: 'CREDIT_CARD' };
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    const page = await context.newPage();
    await page.goto(
      shop().page(`<form method="post" action="${action}">${inputs.join('')}<button>Win</button></form>`),
    );

    await page.getByRole('button', { name: 'Win' }).click();

    await page.getByRole('heading', { name: 'We could not accept this' }).waitFor();
    expect((await milestoneOf(checkout)).state).toBe('WAITING_FOR_PAYMENT');
  });
});

import { describe, expect, test } from 'vitest';
import { usedPage } from '../support/browser.ts';
import { codeOf, ticketUrl } from '../support/checkout-steps.ts';
import { checkoutOfShop, withoutScript } from './open-checkout.ts';

const { started, shop, start, milestoneOf } = checkoutOfShop();
const sharedPage = usedPage(withoutScript);

describe("inside a shop's page, which is another site", () => {
  const frameOf = (url: string) =>
    `<title>Shop</title><iframe title="Checkout" width="400" height="900" src="${url.replaceAll('&', '&amp;')}"></iframe>`;

  test('CHECKOUT-2 the buyer signs in by phone', async () => {
    const checkout = await start({ consent: 'PENDING' });
    const page = sharedPage();
    await page.goto(shop().page(frameOf(checkout.checkoutUrl)));
    const frame = page.frameLocator('iframe');
    await frame.getByLabel('Phone number').fill(checkout.buyerPhone);
    await frame.getByRole('button', { name: 'Send code' }).click();
    await frame.getByRole('heading', { name: 'Enter your code' }).waitFor();
    await frame.getByLabel('Code', { exact: true }).fill(await codeOf(started().sandbox, checkout.buyerPhone));
    await frame.getByRole('button', { name: 'Sign in and agree' }).click();

    await frame.getByRole('button', { name: /^Pay/ }).click();
    await frame.getByRole('heading', { name: 'Thanks for your order' }).waitFor();

    expect((await milestoneOf(checkout)).state).toBe('PAID');
  });

  test('a session that was started in a separate window does not exist in a frame, so that no page can trick the buyer', async () => {
    const checkout = await start();
    const own = sharedPage();
    await own.goto(await ticketUrl(started().sandbox, checkout));
    const page = await own.context().newPage();

    await page.goto(shop().page(frameOf(checkout.checkoutUrl)));

    await page.frameLocator('iframe').getByRole('heading', { level: 1, name: 'Sign in to pay Sandbox Shop' }).waitFor();
    await own.reload();
    await own.getByRole('heading', { name: 'Choose how to pay' }).waitFor();
  });

  test('a form of the shop’s page that pretends to be the checkout’s changes nothing', async () => {
    const checkout = await start();
    const own = sharedPage();
    await own.goto(await ticketUrl(started().sandbox, checkout));
    const token = await own.locator('input[name=token]').first().inputValue();
    const action = checkout.checkoutUrl.replaceAll('&', '&amp;');
    const fields = { token, step: 'pay', method: 'CREDIT_CARD' };
    const inputs = Object.entries(fields).map(
      ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
    );
    const page = await own.context().newPage();
    await page.goto(
      shop().page(`<form method="post" action="${action}">${inputs.join('')}<button>Win</button></form>`),
    );

    await page.getByRole('button', { name: 'Win' }).click();

    await page.getByRole('heading', { name: 'We could not process this' }).waitFor();
    expect((await milestoneOf(checkout)).state).toBe('WAITING_FOR_PAYMENT');
  });
});

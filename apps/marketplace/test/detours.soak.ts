import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../src/config/config.ts';
import { startShop } from '../src/start-shop.ts';
import { buyer, item, listItem } from './support/people.ts';
import { openPage, orderInBrowser, paymentCard, takeScreenshot } from './support/shoppers.ts';
import { stores, usedShops } from './support/test-shop.ts';
import { createVisitor } from './support/visitor.ts';

const shops = usedShops();
/** Places an order and goes to the checkout. */
async function goToCheckout(page: Page, itemUrl: string): Promise<void> {
  await orderInBrowser(page, itemUrl);
  await page.getByRole('button', { name: 'Pay SAR 500.00' }).click();
}

describe.each(stores)('on %s', (store) => {
  test('a buyer pays by bank transfer, and the return page waits until the money arrives', async () => {
    const { shop, control } = await shops.open(store);
    const page = await openPage();
    await goToCheckout(page, `${shop.url}${await listItem(createVisitor(shop.url))}`);
    await page.getByRole('button', { name: 'Agree and continue' }).click();
    await page.getByLabel('Bank transfer').check();
    await page.getByRole('button', { name: 'Continue', exact: true }).click();
    await page.getByRole('heading', { name: 'Transfer the amount' }).waitFor();
    await page.getByRole('link', { name: /^Back to/ }).click();
    await page.getByRole('heading', { name: 'Waiting for the payment' }).waitFor();
    await takeScreenshot(page, `waiting-${store}`);
    const { milestones } = await control.milestones();

    await control.pay(milestones.at(-1)?.milestoneId ?? '');

    await page.getByText('Pay the rest').waitFor();
    expect(await paymentCard(page, 'Deposit').textContent()).toContain('Paid, held in escrow');
  });

  test('a buyer with an Arabic browser buys an item with an Arabic title at an Arabic checkout', async () => {
    const { shop, control } = await shops.open(store);
    const arabic = { ...item, title: 'طاولة من خشب السنديان', description: 'لستة أشخاص' };
    const itemPath = await listItem(createVisitor(shop.url), arabic);
    const page = await openPage({ locale: 'ar' });
    await orderInBrowser(page, `${shop.url}${itemPath}`);
    await control.giveConsent(buyer.phone);
    await takeScreenshot(page, `arabic-order-${store}`);
    await page.getByRole('button', { name: 'Pay SAR 500.00' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    const direction = await page.locator('html').getAttribute('dir');
    const text = await page.locator('main').textContent();
    await takeScreenshot(page, `arabic-checkout-${store}`);

    await page.getByRole('button', { name: /^ادفع/ }).click();

    await page.getByText('Pay the rest').waitFor();
    expect(direction).toBe('rtl');
    expect(text).toContain(arabic.title);
    expect(await page.getByRole('heading', { name: arabic.title }).getAttribute('dir')).toBe('auto');
  });

  test('a buyer without JavaScript pays by redirect, and the return page refreshes by itself', async () => {
    const { shop, control } = await shops.open(store);
    const page = await openPage({ javaScriptEnabled: false });
    await orderInBrowser(page, `${shop.url}${await listItem(createVisitor(shop.url))}`);
    const isModalOffered = await page.getByRole('button', { name: 'Pay on this page' }).isVisible();
    const [milestone] = (await control.milestones()).milestones.slice(-1);
    await control.giveConsent(buyer.phone);
    await page.goto(`${page.url()}/payments/deposit`);
    await page.getByRole('heading', { name: 'Waiting for the payment' }).waitFor();

    await control.pay(milestone?.milestoneId ?? '');

    await page.getByText('Pay the rest').waitFor();
    expect(isModalOffered).toBe(false);
    await page.getByRole('button', { name: 'Pay SAR 1,499.99' }).click();
    await page.getByRole('button', { name: /^Pay SAR/ }).click();
    await page.getByText('Everything is paid').waitFor();
  });

  test('HOOK-4 a shop that is down for 5 s while a buyer pays receives the event by a retry', async () => {
    const { environment, control } = await shops.configure(store);
    const log: string[] = [];
    const first = await startShop(readConfig(environment), { log: (line) => log.push(line) });
    const { port } = new URL(first.url);
    await control.setWebhook(`${first.url}/webhooks`);
    const page = await openPage();
    await orderInBrowser(page, `${first.url}${await listItem(createVisitor(first.url))}`);
    await page.goto(`${page.url()}/payments/deposit`);
    await page.getByRole('heading', { name: 'Waiting for the payment' }).waitFor();
    const [milestone] = (await control.milestones()).milestones.slice(-1);
    await control.giveConsent(buyer.phone);
    await first.close();
    await control.pay(milestone?.milestoneId ?? '');

    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const second = await startShop(readConfig({ ...environment, PORT: port }), { log: (line) => log.push(line) });
    onTestFinished(() => second.close());

    await page.getByText('Pay the rest').waitFor({ timeout: 60_000 });
    const [delivery] = (await control.deliveries()).deliveries;
    expect(delivery?.attempts).toBeGreaterThan(1);
    expect(log).toEqual([]);
  });
});

import { isSoak } from '@escrow-kit/suite';
import type { FrameLocator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { exampleBuyer, listExampleItems } from '../src/sellers/example-items.ts';
import type { ShopOptions } from '../src/start-shop.ts';
import { listItem, tokenOf } from './support/people.ts';
import { openPage, orderInBrowser, paymentCard, takeScreenshot } from './support/shoppers.ts';
import { type Store, stores, type TestShop, usedShops } from './support/test-shop.ts';
import { createVisitor } from './support/visitor.ts';

const shops = usedShops();
/** `npm test` tries each way to buy on one store, `pnpm soak` on both. */
const on = (store: Store): Store[] => (isSoak ? stores : [store]);

/** A shop with an item, and a buyer's browser on the page of their order. */
async function openOrder(store: Store, options?: ShopOptions): Promise<TestShop & { page: Page }> {
  const testShop = await shops.open(store, options);
  const { url } = testShop.shop;
  const itemPath = await listItem(createVisitor(url));
  const page = await openPage();
  await orderInBrowser(page, `${url}${itemPath}`);
  return { ...testShop, page };
}

/** Pays at the checkout, which asks for the consent only if it is missing. */
async function pay(checkout: Page | FrameLocator, { agreeing = false } = {}): Promise<void> {
  if (agreeing) await checkout.getByRole('button', { name: 'Agree and continue' }).click();
  await checkout.getByRole('button', { name: /^Pay SAR/ }).click();
}

const states = async (control: TestShop['control']): Promise<string[]> =>
  (await control.milestones()).milestones.map(({ state }) => state);

describe.each(on('PostgreSQL'))('on %s', (store) => {
  test('a buyer pays the deposit by redirect and the rest in the modal, which the Content Security Policy of the shop allows', async () => {
    const { page, control } = await openOrder(store);
    const refused: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) refused.push(message.text());
    });
    await takeScreenshot(page, `order-${store}`);
    await page.getByRole('button', { name: 'Pay SAR 500.00' }).click();
    await pay(page, { agreeing: true });
    await page.getByText('Pay the rest').waitFor();
    await page.getByRole('button', { name: 'Pay on this page' }).click();
    await pay(page.frameLocator('iframe'));
    await page.getByText('Everything is paid').waitFor();

    const cards = [await paymentCard(page, 'Deposit').textContent(), await paymentCard(page, 'Rest').textContent()];

    expect(cards.every((text) => text?.includes('Paid, held in escrow'))).toBe(true);
    expect(refused).toEqual([]);
    expect(await states(control)).toEqual(['PAID', 'PAID']);
    await takeScreenshot(page, `order-paid-${store}`);
  });
});

test('the example items are there at the start: the first click orders one and leads to the checkout', async () => {
  const { shop, control } = await shops.open('SQLite', { exampleBuyer });
  await listExampleItems(shop);
  const page = await openPage();
  await page.goto(shop.url);
  await page.getByRole('button', { name: 'Buy Tea set' }).click();
  await pay(page, { agreeing: true });
  await page.getByText('Pay the rest').waitFor();

  expect(await states(control)).toEqual(['WAITING_FOR_PAYMENT', 'PAID']);
});

/** A shop with items, and a visitor who clicks Buy on the first one, each time on a page of its own. */
async function openShelf() {
  const { shop, control } = await shops.open('SQLite', { exampleBuyer });
  await listExampleItems(shop);
  const visitor = createVisitor(shop.url);
  const click = async (clicks = 1) => {
    const shelf = await visitor.get('/');
    const path = /action="(.+?)"/.exec(shelf.text)?.[1] ?? '';
    const buy = () => visitor.post(path, { ...exampleBuyer, formToken: tokenOf(shelf) });
    return Promise.all(Array.from({ length: clicks }, buy));
  };
  const countOrders = async () => (await visitor.get('/orders')).text.match(/href="[/]orders[/]\w+"/g)?.length;
  return { control, click, countOrders };
}

test('a double click on Buy makes one order, and both answers lead to its checkout', async () => {
  const { click, countOrders } = await openShelf();

  const answers = await click(2);

  expect(answers.map(({ location }) => new URL(location).pathname.split('/')[1])).toEqual(['checkout', 'checkout']);
  expect(await countOrders()).toBe(1);
});

test('Buy leads to the page that asks again after declining, and to the order if its contract cannot be opened', async () => {
  const { control, click, countOrders } = await openShelf();
  await click();

  await control.setConsent(exampleBuyer.phone, 'DECLINED');
  const [declined] = await click();
  await control.addFault({ target: 'createContract', kind: 'status', status: 403 });
  const [unopened] = await click();

  expect(declined?.location).toMatch(/^[/]orders[/]\w+[/]payments[/]deposit[/]consent$/);
  expect(unopened?.location).toMatch(/^[/]orders[/]\w+$/);
  expect(await countOrders()).toBe(3);
});

describe.each(on('SQLite'))('on %s', (store) => {
  test('TICKET-3 a buyer who declined gives the consent again, and pays; one who does not pay sees it after a minute, and can', async () => {
    let minutesLater = 0;
    const { page, control } = await openOrder(store, { now: () => new Date(Date.now() + minutesLater * 60_000) });
    await page.getByRole('button', { name: 'Pay SAR 500.00' }).click();
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('link', { name: /^Back to/ }).click();
    await page.getByRole('link', { name: 'Back to the order' }).click();
    await page.getByRole('button', { name: 'Pay SAR 500.00' }).click();
    await page.getByRole('heading', { name: 'Agree again to pay' }).waitFor();
    await takeScreenshot(page, `consent-${store}`);
    await page.getByRole('button', { name: 'Go to the checkout' }).click();
    await page.getByRole('button', { name: 'Agree after all' }).click();
    await pay(page);
    await page.getByText('Pay the rest').waitFor();
    const afterDeposit = await states(control);

    await page.clock.install();
    await page.goto(`${page.url()}/payments/rest`);
    await page.getByRole('heading', { name: 'Waiting for the payment' }).waitFor();
    minutesLater = 1;
    await page.clock.fastForward(60_000);
    await page.getByRole('heading', { name: 'No payment yet' }).waitFor();
    await page.getByRole('button', { name: 'Pay SAR 1,499.99' }).click();
    await pay(page);
    await page.getByText('Everything is paid').waitFor();

    expect(afterDeposit).toEqual(['WAITING_FOR_PAYMENT', 'PAID']);
    expect(await states(control)).toEqual(['PAID', 'PAID']);
  });
});

describe.each(on('SQLite'))('in two tabs, on %s', (store) => {
  test('a buyer pays a milestone once, and both tabs show it', async () => {
    const { page, control } = await openOrder(store);
    const other = await page.context().newPage();
    await other.goto(page.url());
    for (const tab of [page, other]) {
      await tab.getByRole('button', { name: 'Pay SAR 500.00' }).click();
      await tab.getByRole('button', { name: 'Agree and continue' }).waitFor();
    }
    await pay(other, { agreeing: true });
    await other.getByText('Pay the rest').waitFor();

    // This tab's ticket was used before the payment, so its checkout is outdated.
    await page.getByRole('button', { name: 'Agree and continue' }).click();
    await page.getByRole('link', { name: 'Open the payment again' }).click();
    await page.getByRole('heading', { name: 'This payment is complete' }).waitFor();
    await page.getByRole('link', { name: /^Back to/ }).click();
    await page.getByText('Pay the rest').waitFor();

    expect((await control.deliveries()).deliveries).toHaveLength(1);
    expect(await paymentCard(page, 'Deposit').textContent()).toContain('Paid, held in escrow');
  });
});

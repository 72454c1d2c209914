import { findViolations } from '@escrow-kit/sandbox/test-support/accessibility';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import { item, listItem, seller } from './support/people.ts';
import { orderInBrowser, takeScreenshot, usedBrowser } from './support/shoppers.ts';
import { operatorPassword, usedShops } from './support/test-shop.ts';
import { createVisitor } from './support/visitor.ts';

const shops = usedShops();
const openWindow = usedBrowser();

test('axe has nothing against the pages, on a phone and in the dark', async () => {
  const { url } = (await shops.open('SQLite')).shop;
  const itemPath = await listItem(createVisitor(url));
  const page = await openWindow({
    viewport: { width: 360, height: 740 },
    colorScheme: 'dark',
    httpCredentials: { username: 'operator', password: operatorPassword },
  });
  await orderInBrowser(page, `${url}${itemPath}`);
  const order = new URL(page.url()).pathname;
  const others = ['/', '/orders', `${order}/payments/deposit`, `${order}/payments/deposit/consent`, '/nowhere'];

  for (const path of [itemPath, order, '/seller', '/operator', ...(isSoak ? others : [])]) {
    await page.goto(`${url}${path}`);
    await takeScreenshot(page, `phone${path.replaceAll(/[0-9a-f]{8}-[-0-9a-f]+/g, 'id').replaceAll('/', '-')}`);
    expect(await findViolations(page), path).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
  }
});

test('a seller signs up and lists an item by keyboard alone', async () => {
  const { url } = (await shops.open('SQLite')).shop;
  const page = await openWindow();
  await page.goto(`${url}/seller`);
  await page.getByLabel('First name').focus();
  const { firstName, lastName, phone, iban, nationalId, street, city } = seller;
  for (const value of [firstName, lastName, phone, iban, nationalId, street, city]) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: "Sara's workshop" }).waitFor();
  await page.getByLabel('Title').focus();
  for (const value of Object.values(item)) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');

  await page.getByRole('link', { name: item.title }).waitFor();
  await takeScreenshot(page, 'seller');
});

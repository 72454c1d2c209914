import { findViolations } from '@escrow-kit/sandbox/test-support/accessibility';
import { isSoak } from '@escrow-kit/suite';
import { expect, test } from 'vitest';
import { exampleBuyer } from '../src/sellers/example-items.ts';
import { sendEvent, untilHandled } from './support/events.ts';
import { listItem, placeOrder } from './support/people.ts';
import { openPage, orderInBrowser, takeScreenshot } from './support/shoppers.ts';
import { operatorPassword, usedShops } from './support/test-shop.ts';
import { createVisitor } from './support/visitor.ts';

const shops = usedShops();
const looks = [
  { look: 'phone, dark', viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
  { look: 'wide, light', viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
] as const;

test.each(isSoak ? looks : looks.slice(0, 1))('axe finds no violations on the pages: $look', async (look) => {
  const { viewport, colorScheme } = look;
  const testShop = await shops.open('SQLite', {
    now: () => new Date(Date.now() + 60_000),
    processing: { attempts: 1 },
    exampleBuyer,
  });
  const { shop, control } = testShop;
  const itemPath = await listItem(createVisitor(shop.url));
  const page = await openPage({
    viewport,
    colorScheme,
    httpCredentials: { username: 'operator', password: operatorPassword },
  });
  await orderInBrowser(page, `${shop.url}${itemPath}`);
  const order = new URL(page.url()).pathname;
  const [deposit] = (await control.milestones()).milestones.slice(-1);
  for (const event of [
    { milestoneId: 'milestone_x', status: 'PAID', referenceId: 'a' },
    { milestoneId: deposit?.milestoneId ?? '', status: 'REFUNDED', referenceId: 'b' },
  ])
    await sendEvent(testShop, event);
  await control.setFaults([{ target: 'addMilestones', kind: 'reset', when: 'after', times: 1 }]);
  await placeOrder(createVisitor(shop.url), itemPath);
  await untilHandled(testShop);
  const others = [
    '/',
    '/orders',
    `${order}/payments/deposit`,
    `${order}/payments/deposit?cameBackAt=1`,
    `${order}/payments/deposit/consent`,
    '/nowhere',
  ];

  for (const path of [itemPath, order, '/seller', '/operator', ...(isSoak ? others : [])]) {
    await page.goto(`${shop.url}${path}`);
    const name = path.replaceAll(/[0-9a-f]{32}/g, 'id').replaceAll('/', '-');
    await takeScreenshot(page, `${look.look.replace(', ', '-')}${name}`);
    expect(await findViolations(page), path).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(viewport.width);
  }
});

import { mkdir, writeFile } from 'node:fs/promises';
import { findViolations } from '@escrow-kit/sandbox/test-support/accessibility';
import { createReceiver } from '@escrow-kit/sandbox/test-support/receiver';
import { send } from '@escrow-kit/sandbox/test-support/service-api';
import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { usedDashboard } from './support/dashboard.ts';
import { fillTenant, listPages, openPurchase } from './support/dashboard-story.ts';

const { newTenant, open } = usedDashboard();

const pictures = new URL('../../../docs/images/pages/', import.meta.url);
const pictured = ['overview', 'contracts', 'contract', 'delivery', 'request', 'clock'];

/** Saves what the window shows of a page as its picture, in `pnpm pictures`. */
async function savePicture(page: Page, name: string): Promise<void> {
  if (process.env['SAVE_PICTURES'] !== '1' || !pictured.includes(name)) return;
  const browser = await page.context().newCDPSession(page);
  // Playwright itself has no WebP, which is a third of a PNG.
  const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: 75 });
  await browser.detach();
  await mkdir(pictures, { recursive: true });
  await writeFile(new URL(`${name}.webp`, pictures), data, 'base64');
}

/** The amounts of the page that leave the window or a box that cuts them off. */
const hiddenAmounts = `[...document.querySelectorAll('main *')]
  .filter(({ children, textContent }) => children.length === 0 && /\\d\\.\\d{2}\\b/.test(textContent))
  .flatMap((amount) => {
    const { left, right } = amount.getBoundingClientRect();
    const boxes = [];
    for (let box = amount.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).overflowX !== 'visible') boxes.push(box.getBoundingClientRect());
    }
    const isSeen = [{ left: 0, right: innerWidth }, ...boxes].every((box) => left >= box.left - 1 && right <= box.right + 1);
    return isSeen ? [] : [amount.textContent];
  })`;

/** How each page is looked at. The pictures are of the first look, of the tenant with the most contracts. */
const looks = [1280, 390].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ colorScheme, width })),
);
const mostStories = 4;

test.each([0, mostStories])(
  'every page with the contracts of %d stories has no violation that axe finds, and no amount out of sight',
  async (stories) => {
    const receiver = await createReceiver();
    onTestFinished(() => receiver.close());
    receiver.answer = (response) => void response.writeHead(503).end('{"error":"no connection to the database"}');
    const tenant = await newTenant();
    for (let story = 0; story < stories; story += 1) await fillTenant(tenant, receiver.url);
    const { page, complaints, follow } = await open(tenant);

    for (const [name, path] of Object.entries(await listPages(tenant))) {
      await follow(path);
      for (const look of looks) {
        await page.emulateMedia(look);
        await page.setViewportSize({ width: look.width, height: 900 });
        const where = Object.values({ name, ...look }).join(' ');
        if (stories === mostStories && look === looks[0]) await savePicture(page, name);
        expect(await findViolations(page), where).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth'), where).toBe(look.width);
        expect(await page.evaluate(hiddenAmounts), where).toEqual([]);
      }
    }

    expect(complaints).toEqual([]);
  },
);

test('a long word does not widen a page on a phone, and a right-to-left name keeps its place', async () => {
  const tenant = await newTenant();
  const word = 'long'.repeat(60);
  await tenant.control.setWebhook(`http://127.0.0.1:1/${word}`);
  const { milestoneId, buyerPhone } = await openPurchase(tenant, { title: word, itemPrice: 90_000_000 });
  const names = { firstName: 'محمد', lastName: 'العبدالله' };
  await send(tenant, 'registerCustomer', { body: { phoneNumber: buyerPhone, ...names } });
  const { page, follow } = await open(tenant, { viewport: { width: 320, height: 640 } });

  for (const path of ['', `/contracts/${milestoneId}`, '/deliveries', '/clock', '/contracts']) {
    await follow(path);
    expect(await page.evaluate('document.documentElement.scrollWidth'), path).toBe(320);
  }

  expect(await page.locator('bdi').allTextContents()).toEqual(['Item', 'محمد العبدالله', 'Sara Seller']);
});

test('a reader never sees what another tenant holds, however late an answer comes', async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];
  await openPurchase(tenant, { title: 'Of one tenant' });
  await openPurchase(other, { title: 'Of the other tenant' });
  const { page } = await open(tenant, { path: '/contracts' });
  const late = Promise.withResolvers<void>();
  await page.route(`**/tenants/${other.control.tenant}/milestones*`, async (route) => {
    await late.promise;
    await route.continue();
  });

  await page.evaluate(`history.pushState(null, '', '/dashboard/${other.control.tenant}/contracts')`);
  await page.getByText('Loading…').waitFor();

  expect(await page.getByText('Of one tenant').count()).toBe(0);
  late.resolve();
  await page.getByText('Of the other tenant').waitFor();
});

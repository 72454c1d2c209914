import { isSoak } from '@escrow-kit/suite';
import { sharedBrowser } from '@escrow-kit/suite/browser';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { buyer } from './people.ts';

/** Opens a page in a window of its own, without cookies, which is closed after the test. */
export async function openPage(options?: BrowserContextOptions): Promise<Page> {
  // axe would measure the colours in the middle of a transition.
  const context = await (await sharedBrowser()).newContext({ reducedMotion: 'reduce', ...options });
  onTestFinished(() => context.close());
  return context.newPage();
}

/** Orders the item at `itemUrl`, and ends on the page of the order. */
export async function orderInBrowser(page: Page, itemUrl: string): Promise<void> {
  await page.goto(itemUrl);
  await page.getByLabel('First name').fill(buyer.firstName);
  await page.getByLabel('Last name').fill(buyer.lastName);
  await page.getByLabel('Phone number').fill(buyer.phone);
  await page.getByRole('button', { name: 'Order' }).click();
  await page.getByText('Pay the deposit').waitFor();
}

/** The card of a payment on the page of an order. */
export const paymentCard = (page: Page, part: 'Deposit' | 'Rest') =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: part }) });

const folder = new URL('../../screenshots/', import.meta.url).pathname;

/** In `pnpm soak`, saves a screenshot of the page for review. */
export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (isSoak) await page.screenshot({ path: `${folder}${name}.png`, fullPage: true });
}

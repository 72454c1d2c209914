import { AxeBuilder } from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { usedBrowser } from '../support/browser.ts';
import { startCheckout } from '../support/checkout-steps.ts';
import { startedShop } from '../support/shop.ts';
import { startedService } from '../support/started-service.ts';
import { pageKinds } from './page-kinds.ts';

/** Where what the pages look like is kept after a run, for people to look at. */
const folder = new URL('../../screenshots/checkout/', import.meta.url).pathname;

const started = startedService('SQLite');
const shop = startedShop();
const openContext = usedBrowser();

const desktop = { width: 1100, height: 800 };
const phone = { width: 360, height: 740 };
const looks: [string, BrowserContextOptions][] = [
  ['english-light-desktop', { locale: 'en-GB', colorScheme: 'light', viewport: desktop }],
  ['english-dark-phone', { locale: 'en-GB', colorScheme: 'dark', viewport: phone }],
  ['arabic-light-phone', { locale: 'ar-SA', colorScheme: 'light', viewport: phone }],
  ['arabic-dark-desktop', { locale: 'ar-SA', colorScheme: 'dark', viewport: desktop }],
];

/** Leads a browser to a kind of page and returns the page with its status. */
async function visit(
  kind: string,
  options: BrowserContextOptions,
): Promise<{ page: Page; status: number | undefined }> {
  // The way back leads where there is no page, so that the browser stays on ours.
  const redirectUrl = `${shop().url}/nothing`;
  const checkout = await startCheckout(started().sandbox, { redirectUrl, consent: 'PENDING' });
  const page = await (await openContext(options)).newPage();
  let status: number | undefined;
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.status() !== 303 && response.status() !== 204) {
      status = response.status();
    }
  });
  await pageKinds[kind]?.lead({ page, started: started(), checkout });
  await page.waitForLoadState();
  return { page, status };
}

describe.each(looks)('in %s', (look, options) => {
  test.each(Object.keys(pageKinds))('the page %s is accessible and fits its window', async (kind) => {
    const { page, status } = await visit(kind, options);

    const { violations } = await new AxeBuilder({ page }).analyze();

    await page.screenshot({ path: `${folder}${look}-${kind}.png`, fullPage: true });
    expect(status).toBe(pageKinds[kind]?.status);
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(options.viewport?.width ?? 0);
  });
});

test('very long words of others fit a narrow window', async () => {
  const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4);
  const checkout = await startCheckout(started().sandbox, {
    contractTitle: long,
    sellerName: { firstName: long },
    milestone: { itemDetail: { title: long, description: long }, itemPrice: 99_999_999_999.99 },
  });
  const page = await (await openContext({ viewport: { width: 320, height: 740 } })).newPage();

  await pageKinds['payment']?.lead({ page, started: started(), checkout });

  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});

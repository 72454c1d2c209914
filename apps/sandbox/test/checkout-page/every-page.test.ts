import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { type LanguageDetails, languages } from '../../src/checkout-page/texts/language.ts';
import { usedBrowser } from '../support/browser.ts';
import { startCheckout } from '../support/checkout-steps.ts';
import { startedShop } from '../support/shop.ts';
import { startedService } from '../support/started-service.ts';
import { type PageKind, pageKinds } from './page-kinds.ts';

/** Where what the pages look like is kept after a run, for people to look at. */
const folder = new URL('../../screenshots/checkout/', import.meta.url).pathname;

const started = startedService('SQLite');
const shop = startedShop();
const openContext = usedBrowser();

/** What one visit is looked at in. */
const looks = [
  { look: 'light-desktop', colorScheme: 'light', viewport: { width: 1100, height: 800 } },
  { look: 'dark-phone', colorScheme: 'dark', viewport: { width: 360, height: 740 } },
] as const;

/** Leads a browser to a kind of page and returns the page with its status. */
async function visit(
  { lead, title }: PageKind,
  { locale, language }: { locale: string; language: LanguageDetails },
): Promise<{ page: Page; status: number | undefined }> {
  // The way back leads where there is no page, so that the browser stays on ours.
  const redirectUrl = `${shop().url}/nothing`;
  const checkout = await startCheckout(started().sandbox, { redirectUrl, consent: 'PENDING' });
  const page = await (await openContext({ locale })).newPage();
  let status: number | undefined;
  page.on('response', (response) => {
    const isPage = response.headers()['content-type']?.startsWith('text/html') ?? false;
    if (isPage) status = response.status();
  });
  await lead({ page, started: started(), checkout });
  await page.getByRole('heading', { level: 1, name: title(language.texts), exact: true }).waitFor();
  return { page, status };
}

describe.each([
  ['english', 'en-GB', languages.en],
  ['arabic', 'ar-SA', languages.ar],
] as const)('in %s', (name, locale, language) => {
  test.each(Object.entries(pageKinds))('the page %s is accessible and fits, light and dark', async (kind, pageKind) => {
    const { page, status } = await visit(pageKind, { locale, language });

    for (const { look, colorScheme, viewport } of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      const { violations } = await new AxeBuilder({ page }).analyze();
      await page.screenshot({ path: `${folder}${name}-${look}-${kind}.png`, fullPage: true });
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(viewport.width);
    }

    expect(status).toBe(pageKind.status);
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

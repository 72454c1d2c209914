import { isSoak } from '@escrow-kit/suite';
import type { Page, Response } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { languages } from '../../src/checkout-page/texts/language.ts';
import type { Texts } from '../../src/checkout-page/texts/texts.ts';
import { findViolations } from '../support/accessibility.ts';
import { usedPage } from '../support/browser.ts';
import { startCheckout } from '../support/checkout-steps.ts';
import { takeScreenshot } from '../support/screenshot.ts';
import { startedShop } from '../support/shop.ts';
import { startedService } from '../support/started-service.ts';
import { type PageKind, pageKinds } from './page-kinds.ts';

const started = startedService('SQLite');
const shop = startedShop();

const sharedPages = { english: usedPage({ locale: 'en-GB' }), arabic: usedPage({ locale: 'ar-SA' }) };
const texts = { english: languages.en.texts, arabic: languages.ar.texts };

const lightDesktop = { look: 'light-desktop', colorScheme: 'light', viewport: { width: 1100, height: 800 } } as const;
const darkPhone = { look: 'dark-phone', colorScheme: 'dark', viewport: { width: 360, height: 740 } } as const;
const dresses = [
  { language: 'english', ...lightDesktop },
  { language: 'arabic', ...darkPhone },
  { language: 'english', ...darkPhone },
  { language: 'arabic', ...lightDesktop },
] as const;

/** Each kind of page with what it is shown in: in `npm test` one dress, in turn, in `pnpm soak` all. */
const dressedPages = Object.entries(pageKinds).flatMap(([kind, pageKind], index) =>
  dresses
    .filter((_, dressIndex) => isSoak || dressIndex === index % dresses.length)
    .map((dress) => ({ kind, pageKind, ...dress })),
);

/** Leads a browser to a kind of page and returns the status that the page came with. */
async function visit(page: Page, { lead, title }: PageKind, pageTexts: Texts): Promise<number | undefined> {
  // The way back leads where there is no page, so that the browser stays on ours.
  const redirectUrl = `${shop().url}/nothing`;
  const checkout = await startCheckout(started().sandbox, { redirectUrl, consent: 'PENDING' });
  let status: number | undefined;
  const readStatus = (response: Response) => {
    const isPage = response.headers()['content-type']?.startsWith('text/html') ?? false;
    if (isPage) status = response.status();
  };
  page.on('response', readStatus);
  onTestFinished(() => void page.off('response', readStatus));
  await lead({ page, started: started(), checkout });
  await page.getByRole('heading', { level: 1, name: title(pageTexts), exact: true }).waitFor();
  return status;
}

test.each(dressedPages)(
  'the page $kind is accessible and fits, $language, $look',
  async ({ kind, pageKind, language, look, colorScheme, viewport }) => {
    const page = sharedPages[language]();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);

    const status = await visit(page, pageKind, texts[language]);

    await takeScreenshot(page, `checkout/${language}-${look}-${kind}`);
    expect(await findViolations(page)).toEqual([]);
    await page.setViewportSize(darkPhone.viewport);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(status).toBe(pageKind.status);
  },
);

describe('very long words of others', () => {
  const sharedPage = usedPage({ viewport: { width: 320, height: 740 } });

  test('fit a narrow window', async () => {
    const page = sharedPage();
    const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4);
    const checkout = await startCheckout(started().sandbox, {
      contractTitle: long,
      sellerName: { firstName: long },
      milestone: { itemDetail: { title: long, description: long }, itemPrice: 99_999_999_999.99 },
    });

    await pageKinds['payment']?.lead({ page, started: started(), checkout });

    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  });
});

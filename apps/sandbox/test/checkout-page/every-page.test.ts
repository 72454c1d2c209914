import { isSoak } from '@escrow-kit/suite';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../support/accessibility.ts';
import { usedPage } from '../support/browser.ts';
import { startCheckout } from '../support/checkout-steps.ts';
import { createPageClient, headingOf, type PageAnswer } from '../support/page-client.ts';
import { startedShop } from '../support/shop.ts';
import { startedService } from '../support/started-sandbox.ts';
import { openCheckout } from './open-checkout.ts';
import { type PageKind, pageKinds } from './page-kinds.ts';

const started = startedService();
const shop = startedShop();

const sharedPage = usedPage();

const lightDesktop = { look: 'light-desktop', colorScheme: 'light', viewport: { width: 1100, height: 800 } } as const;
const darkPhone = { look: 'dark-phone', colorScheme: 'dark', viewport: { width: 360, height: 740 } } as const;
const dresses = [lightDesktop, darkPhone];

const kinds = Object.entries(pageKinds).map(([kind, pageKind]) => ({ kind, pageKind }));

/** The kinds whose markup another kind has. In `npm test` only that one is shown. */
const otherTexts = kinds.flatMap(({ kind, pageKind }) => {
  const { looksLike } = pageKind;
  const shownKind = looksLike === undefined ? undefined : pageKinds[looksLike];
  return shownKind ? [{ kind, pageKind, looksLike, shownKind }] : [];
});

/** Each kind of page in a theme and width: one combination, in turn, in `npm test`; all of them in `pnpm soak`. */
const dressedPages = kinds
  .filter(({ pageKind }) => isSoak || pageKind.looksLike === undefined)
  .flatMap((page, index) =>
    dresses
      .filter((_, dressIndex) => isSoak || dressIndex === index % dresses.length)
      .map((dress) => ({ ...page, ...dress })),
  );

/** Leads a buyer to a kind of page without a browser. `browser.test.ts` tests the way in a browser. */
async function visit({ lead }: PageKind): Promise<PageAnswer> {
  const { sandbox } = started();
  const checkout = await startCheckout(sandbox, { redirectUrl: `${shop().url}/nothing`, consent: 'PENDING' });
  return lead({ client: createPageClient(sandbox), started: started(), checkout });
}

/**
 * Shows a page in a window that has shown others of the sandbox: with the same policy, and with the stylesheet and axe already
 * loaded. The way back leads to an address without a page, so the browser stays.
 */
async function show(page: Page, { url, text }: PageAnswer): Promise<void> {
  if (!page.url().startsWith(new URL(url).origin)) await page.goto(url);
  await page.setContent(text);
}

test.each(dressedPages)('the page $kind is accessible and fits, $look', async ({ pageKind, colorScheme, viewport }) => {
  const page = sharedPage();
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize(viewport);

  const answer = await visit(pageKind);
  await show(page, answer);

  expect(answer.status).toBe(pageKind.status);
  await page.getByRole('heading', { level: 1, name: pageKind.title, exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.setViewportSize(darkPhone.viewport);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
});

test.each(otherTexts)('the page $kind has the markup of $looksLike', async ({ pageKind, shownKind }) => {
  const answer = await visit(pageKind);

  expect(answer.status).toBe(pageKind.status);
  expect(headingOf(answer)).toBe(pageKind.title);
  expect(listTags(answer)).toEqual(listTags(await visit(shownKind)));
});

/** The tags of a page, with their attributes but without the values of these. */
function listTags({ text }: PageAnswer): string[] {
  const tags = text.match(/<[^>]+>/g) ?? [];
  return tags.map((tag) => tag.replaceAll(/="[^"]*"/g, ''));
}

test('very long words in user texts fit a narrow window', async () => {
  const page = sharedPage();
  await page.setViewportSize({ width: 320, height: 740 });
  const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4);
  const opened = await openCheckout(started().sandbox, {
    contractTitle: long,
    sellerName: { firstName: long },
    milestone: { itemDetail: { title: long, description: long }, itemPrice: 99_999_999_999.99 },
  });

  await show(page, opened.page);

  await page.getByText(long).first().waitFor();
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
});

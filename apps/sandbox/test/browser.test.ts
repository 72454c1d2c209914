import { isSoak } from '@escrow-kit/tools';
import { expect, test } from 'vitest';
import { type PageKind, pageKinds, visit } from './checkout-page/page-kinds.ts';
import { findViolations } from './support/accessibility.ts';
import { payButton, showPage, usedPage } from './support/browser.ts';
import { codeOf, startCheckout } from './support/checkout-steps.ts';
import { nextPlace, startedShop } from './support/shop.ts';
import { startedService } from './support/started-sandbox.ts';

const started = startedService();
const sandbox = () => started().sandbox;
const shop = startedShop(sandbox);
const page = usedPage();
const pageWithoutScript = usedPage({ javaScriptEnabled: false, viewport: { width: 1100, height: 900 } });

const stateOf = async (milestoneId: string) => (await sandbox().control.milestone(milestoneId)).state;

test('USER-4 by keyboard alone and without JavaScript, a buyer without a ticket corrects a mistake, signs in by code, which gives the consent, and pays', async () => {
  const checkout = await startCheckout(sandbox(), { redirectUrl: shop().returnUrl, consent: 'PENDING' });
  const page = pageWithoutScript;
  const { keyboard } = page();
  await page().goto(checkout.checkoutUrl);
  await page().getByRole('button', { name: 'Send code' }).press('Enter');
  await page().getByRole('alert').waitFor();
  // A browser focuses the summary when it has drawn the page.
  await expect.poll(() => page().evaluate('document.activeElement.className')).toBe('errors');

  await page().getByRole('link', { name: 'Enter your phone number.' }).press('Enter');
  await keyboard.type(checkout.buyerPhone);
  await keyboard.press('Enter');
  await page().getByRole('heading', { name: 'Enter your code' }).waitFor();
  // The first stop is the link to the dashboard.
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.type(await codeOf(sandbox(), checkout.buyerPhone));
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page().getByRole('heading', { name: 'Choose how to pay' }).waitFor();
  await keyboard.press('Tab');
  const outline = "getComputedStyle(document.activeElement.closest('.choice')).outlineStyle";
  await expect.poll(() => page().evaluate(outline)).toBe('solid');
  await keyboard.press('Tab');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page().waitForURL(shop().returnUrl);

  expect(await stateOf(checkout.milestoneId)).toBe('PAID');
});

const light = { look: 'light-desktop', colorScheme: 'light', viewport: { width: 1100, height: 800 } } as const;
const dark = { look: 'dark-phone', colorScheme: 'dark', viewport: { width: 360, height: 740 } } as const;
const allPages = Object.keys(pageKinds).flatMap((kind) => [light, dark].map((dress) => ({ kind, ...dress })));

test.each(isSoak ? allPages : [{ kind: 'code-refused', ...light }])(
  'the page $kind of the checkout is accessible and fits a phone, $look',
  async ({ kind, colorScheme, viewport }) => {
    await page().emulateMedia({ colorScheme });
    await page().setViewportSize(viewport);

    await showPage(page(), await visit(started(), pageKinds[kind] as PageKind, `${shop().url}/nothing`));

    expect(await findViolations(page())).toEqual([]);
    await page().setViewportSize(dark.viewport);
    expect(await page().evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  },
);

test.each(['modal', 'popup', 'iframe'] as const)(
  'AUTH-10 in the mode %s, a legacy customer token as userToken is accepted, the buyer pays and is back in the shop, whose strict CSP refuses nothing; a second call closes the first checkout',
  async (mode) => {
    const payment = await shop().createPayment();
    await shop().show(page(), { mode, payment });
    const opened = nextPlace(page(), mode);
    await page().evaluate("globalThis.first = display, document.querySelector('button').click()");
    const checkout = await opened;
    await payButton(checkout).waitFor();
    const first = await page().evaluate('first.closed');
    const refused = await page().locator('output').getAttribute('data-refused');
    const url = checkout.url();

    await payButton(checkout).click();

    await page().waitForURL(shop().returnUrl);
    expect([first, refused, url]).toEqual(['closed', null, payment.paymentUrl]);
    expect(await page().evaluate("sessionStorage.getItem('ending')")).toBe('returned');
    expect(await stateOf(payment.milestoneId)).toBe('PAID');
    expect([page().frames().length, page().context().pages()]).toEqual([1, [page()]]);
  },
);

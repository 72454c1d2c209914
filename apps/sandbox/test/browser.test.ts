import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isSoak } from '@escrow-kit/tools';
import type { Frame, Page } from 'playwright-core';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type PageKind, pageKinds, visit } from './checkout-page/page-kinds.ts';
import { findViolations } from './support/accessibility.ts';
import { usedPage } from './support/browser.ts';
import { codeOf, openCheckout, type StartedCheckout, startCheckout, ticketUrl } from './support/checkout-steps.ts';
import type { PageAnswer } from './support/page-client.ts';
import { startedShop } from './support/shop.ts';
import { startedService } from './support/started-sandbox.ts';

const started = startedService();
const sandbox = () => started().sandbox;
const shop = startedShop(sandbox);
const page = usedPage();
const pageWithoutScript = usedPage({ javaScriptEnabled: false, viewport: { width: 1100, height: 900 } });

const start = (redirectUrl = shop().returnUrl) => startCheckout(sandbox(), { redirectUrl });
const stateOf = async ({ milestoneId }: StartedCheckout) => (await sandbox().control.milestone(milestoneId)).state;
const payButton = (place: Page | Frame) => place.getByRole('button', { name: /^Pay / });
const focusedTag = (of: Page): Promise<string> => of.evaluate('document.activeElement.tagName');

describe('the page of the checkout, without JavaScript', () => {
  const page = pageWithoutScript;

  test('CHECKOUT-1 takes the payment of a buyer with a ticket, which is not in the history, and leads back to exactly the redirectUrl', async () => {
    const redirectUrl = `${shop().url}/return?order=1&note=a%20b&empty=&x=%2F#part`;
    const checkout = await start(redirectUrl);
    await page().goto(shop().url);
    await page().goto(await ticketUrl(sandbox(), checkout));
    const atCheckout = page().url();
    await page().goBack();
    await page().goForward();
    const again = page().url();

    await payButton(page()).click();
    await page().waitForURL(`${shop().url}/return?**`);

    expect([atCheckout, again]).toEqual([checkout.checkoutUrl, checkout.checkoutUrl]);
    expect(page().url()).toBe(redirectUrl);
    const request = shop().requests.find(({ target }) => target.startsWith('/return?order=1&'));
    expect(request?.target).toBe('/return?order=1&note=a%20b&empty=&x=%2F');
    expect(request?.headers.referer).toBeUndefined();
    expect(await stateOf(checkout)).toBe('PAID');
  });

  test('USER-4 by keyboard alone, a buyer without a ticket corrects a mistake, signs in by code, which gives the consent, and pays', async () => {
    const checkout = await startCheckout(sandbox(), { redirectUrl: shop().returnUrl, consent: 'PENDING' });
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

    expect(await stateOf(checkout)).toBe('PAID');
  });

  test('in a frame of a shop, has no session of another window, so no page can trick the buyer', async () => {
    const checkout = await start();
    await page().goto(await ticketUrl(sandbox(), checkout));
    const shopPage = await page().context().newPage();

    await shop().open(shopPage, checkout.checkoutUrl as unknown as object, '/embed');

    const heading = { level: 1, name: 'Sign in to pay Sandbox Shop' };
    await shopPage.frameLocator('iframe').getByRole('heading', heading).waitFor();
    await page().reload();
    await page().getByRole('heading', { name: 'Choose how to pay' }).waitFor();
  });
});

test('IBAN and reference of a bank transfer are copied with a click, by the one script that the policy allows', async () => {
  const checkout = await start();
  await page().context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: sandbox().url });
  await page().goto(await ticketUrl(sandbox(), checkout));
  await page().getByLabel('Bank transfer').check();
  const offersPaying = await payButton(page()).isVisible();
  const shown = page().waitForResponse((response) => response.request().method() === 'GET');
  await page().getByRole('button', { name: 'Continue', exact: true }).click();

  const copies: string[] = [];
  for (const _ of ['IBAN', 'reference']) {
    await page().getByRole('button', { name: 'Copy', exact: true }).first().click();
    await page().getByRole('button', { name: 'Copied' }).nth(copies.length).waitFor();
    copies.push(await page().evaluate<string>('navigator.clipboard.readText()'));
  }

  const [payment] = (await sandbox().control.milestone(checkout.milestoneId)).payments;
  expect(offersPaying).toBe(false);
  expect(copies).toEqual([payment?.virtualIban, payment?.reference]);
  const answer = await shown;
  const [, script = ''] = /<script[^>]*>(.*?)<\/script>/s.exec(await answer.text()) ?? [];
  const hash = createHash('sha256').update(script).digest('base64');
  expect(answer.headers()['content-security-policy']).toContain(`script-src 'sha256-${hash}'`);
});

describe('the pages of the checkout', () => {
  const light = { look: 'light-desktop', colorScheme: 'light', viewport: { width: 1100, height: 800 } } as const;
  const dark = { look: 'dark-phone', colorScheme: 'dark', viewport: { width: 360, height: 740 } } as const;
  const inSoak = Object.keys(pageKinds).flatMap((kind) => [light, dark].map((dress) => ({ kind, ...dress })));
  const shown = isSoak
    ? inSoak
    : [
        { kind: 'code-refused', ...light },
        { kind: 'bank-transfer-or-other', ...dark },
      ];

  /**
   * Shows a page in a window that has shown others of the sandbox: with the same policy, and with the stylesheet and axe already
   * loaded. The way back leads to an address without a page, so the browser stays.
   */
  async function show({ url, text }: PageAnswer): Promise<void> {
    if (!page().url().startsWith(new URL(url).origin)) await page().goto(url);
    await page().setContent(text);
  }

  test.each(shown)('are accessible and fit: $kind, $look', async ({ kind, colorScheme, viewport }) => {
    await page().emulateMedia({ colorScheme });
    await page().setViewportSize(viewport);

    await show(await visit(started(), pageKinds[kind] as PageKind, `${shop().url}/nothing`));

    expect(await findViolations(page())).toEqual([]);
    await page().setViewportSize(dark.viewport);
    expect(await page().evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });

  test('fit a narrow window, however long the words of a user are', async () => {
    await page().setViewportSize({ width: 320, height: 740 });
    onTestFinished(() => page().setViewportSize(light.viewport));
    const long = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4);
    const opened = await openCheckout(sandbox(), {
      contractTitle: long,
      sellerName: { firstName: long },
      milestone: { itemDetail: { title: long, description: long }, itemPrice: 99_999_999_999.99 },
    });

    await show(opened.page);

    expect(await page().evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(320);
  });
});

describe('the script for pages of shops', () => {
  const modes = ['modal', 'popup', 'iframe'] as const;
  type Mode = (typeof modes)[number];
  const ending = (text: string) => page().locator('output', { hasText: text }).waitFor();

  /** A started payment, and what a shop passes to `PaymentDisplay.show`. */
  async function createPayment() {
    const checkout = await start();
    const userToken = await sandbox().control.customerToken(checkout.buyerPhone);
    return { ...checkout, paymentUrl: checkout.checkoutUrl, userToken };
  }

  async function nextPlace(mode: Mode): Promise<Frame> {
    if (mode !== 'popup') return page().waitForEvent('frameattached');
    return (await page().waitForEvent('popup')).mainFrame();
  }

  /** Shows the checkout on the page of a shop, and returns its place: a frame of the page or of a popup. */
  async function show(mode: Mode, path: '/' | '/place' = '/', { paymentUrl, userToken }: Shown = {}): Promise<Frame> {
    const shown = paymentUrl === undefined ? await createPayment() : { paymentUrl, userToken };
    await shop().open(page(), { paymentUrl: shown.paymentUrl, userToken: shown.userToken, mode }, path);
    const opened = nextPlace(mode);
    await page().getByRole('button', { name: 'Buy' }).click();
    const checkout = await opened;
    await payButton(checkout).or(checkout.getByText('does not belong to this payment')).waitFor();
    return checkout;
  }
  type Shown = { paymentUrl?: string; userToken?: string };

  test.each(modes)(
    'AUTH-10 in the mode %s, a legacy customer token as userToken is accepted, the buyer pays and is back in the shop, whose strict CSP refuses nothing; a second call closes the first checkout',
    async (mode) => {
      const payment = await createPayment();
      await show(mode, '/', payment);
      const opened = nextPlace(mode);
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
      expect(await stateOf(payment)).toBe('PAID');
      expect([page().frames().length, page().context().pages()]).toEqual([1, [page()]]);
    },
  );

  test('CHECKOUT-2 a ticket that was appended to paymentUrl is accepted, and a buyer who cancels is back in the shop and has not paid', async () => {
    const payment = await createPayment();
    const checkout = await show('modal', '/', { paymentUrl: await ticketUrl(sandbox(), payment) });

    await checkout.getByRole('button', { name: 'Cancel and go back' }).click();

    await page().waitForURL(shop().returnUrl);
    expect(await stateOf(payment)).toBe('WAITING_FOR_PAYMENT');
  });

  test('AUTH-10 a ticket as userToken is refused by the checkout', async () => {
    const payment = await createPayment();
    const ticket = new URL(await ticketUrl(sandbox(), payment)).searchParams.get('ticket') ?? '';

    const checkout = await show('modal', '/', { ...payment, userToken: ticket });

    expect(await payButton(checkout).count()).toBe(0);
  });

  test('the mode iframe shows the checkout at the place that the page marks; the page can close it, twice too, and the focus stays where the buyer moved it', async () => {
    await show('iframe', '/place');
    const atPlace = await page().locator('[data-payment-display] > iframe').getAttribute('title');
    await page().getByRole('link', { name: 'Terms' }).focus();

    await page().evaluate('display.close(), display.close()');
    await ending('closed');

    expect([atPlace, await page().locator('iframe').count()]).toEqual(['Checkout', 0]);
    expect(await focusedTag(page())).toBe('A');
  });

  test('CHECKOUT-2 a popup that the browser blocks is refused with an error that says so, and one that the buyer closes is noticed', async () => {
    const { paymentUrl, userToken } = await createPayment();
    await shop().open(page(), { paymentUrl, userToken, mode: 'popup' }, '/frame');
    const inFrame = page().frameLocator('iframe');
    await inFrame.getByRole('button', { name: 'Buy' }).click();
    const message = await inFrame.locator('output').textContent();

    const popup = await show('popup');
    await popup.page().close();
    await ending('closed');

    expect(message).toBe(
      'NotAllowedError: PaymentDisplay.show: the browser blocked the popup. ' +
        "Call show in the buyer's click itself, or use mode modal.",
    );
  });

  test('CHECKOUT-2 the mode modal shows the checkout in an accessible dialog over the page, whose styles do not affect it, on a phone over the whole screen', async () => {
    await show('modal');
    const size = page().viewportSize() ?? { width: 0, height: 0 };
    onTestFinished(() => page().setViewportSize(size));
    const dialog = page().getByRole('dialog', { name: 'Payment' });
    const frame = dialog.locator('iframe');

    const border = 'getComputedStyle(document.activeElement.shadowRoot.activeElement).borderStyle';
    expect(await page().evaluate(border)).toBe('none');
    expect([await frame.getAttribute('title'), await frame.getAttribute('allow')]).toEqual(['Checkout', 'payment']);
    expect(await findViolations(page())).toEqual([]);
    await page().setViewportSize({ width: 360, height: 640 });
    await expect.poll(() => dialog.boundingBox()).toEqual({ x: 0, y: 0, width: 360, height: 640 });
  });

  test('the modal keeps keyboard, clicks and scrolling from the page behind, closes by its button and by Escape, and returns the focus', async () => {
    await show('modal');
    const tags: string[] = [];

    await page().keyboard.press('Enter');
    await page().mouse.click(5, 5);
    for (const _ of [1, 2, 3, 4, 5, 6, 7, 8]) {
      await page().keyboard.press('Tab');
      tags.push(await focusedTag(page()));
    }
    await page().mouse.wheel(0, 500);
    const scrolled = await page().evaluate('[scrollY, document.documentElement.style.overflow]');
    await page().getByRole('button', { name: 'Close payment' }).focus();
    await page().keyboard.press('Escape');
    await ending('closed');
    const afterEscape = await focusedTag(page());
    await page().getByRole('button', { name: 'Buy' }).click();
    await page().getByRole('dialog').waitFor();
    await page().keyboard.press('Tab');
    await page().keyboard.press('Enter');
    await ending('closed');

    expect(tags.filter((tag) => tag === 'BUTTON' || tag === 'A')).toEqual([]);
    expect(scrolled).toEqual([0, 'hidden']);
    expect([afterEscape, await focusedTag(page())]).toEqual(['BUTTON', 'BUTTON']);
    expect(await page().getByRole('dialog').count()).toBe(0);
    expect(await page().evaluate('document.documentElement.style.cssText')).toBe('');
  });

  test('the example of the README shows the checkout, and notices that it was closed', async () => {
    const readme = await readFile(`${import.meta.dirname}/../README.md`, 'utf8');
    const [, example = ''] = /```html\n(.+?)```/s.exec(readme) ?? [];
    const body = example.replace('http://127.0.0.1:4020', sandbox().url);
    onTestFinished(() => page().unrouteAll());
    // The browser takes a page that the test answers for one of the internet, which needs a permission to reach this machine.
    await page().context().grantPermissions(['local-network-access']);
    await page().route(`${shop().url}/example`, (route) => route.fulfill({ contentType: 'text/html', body }));
    const payment = await createPayment();
    await page().route(`${shop().url}/payment`, (route) => route.fulfill({ json: payment }));
    await page().goto(`${shop().url}/example`);

    await page().getByRole('button', { name: 'Pay' }).click();
    await page().getByRole('button', { name: 'Close payment' }).click();

    await expect.poll(() => page().title()).toBe('closed');
  });
});

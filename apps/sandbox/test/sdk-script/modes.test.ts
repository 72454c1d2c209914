import type { Frame, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { usedPage } from '../support/browser.ts';
import { ticketUrl } from '../support/checkout-steps.ts';
import { startedSandbox } from '../support/started-sandbox.ts';
import { createPayment, endingBefore, type Payment, type ShopPage, startedShop } from './shop.ts';

const sandbox = startedSandbox();
const shop = startedShop(sandbox);
const page = usedPage();
const modes = ['modal', 'popup', 'iframe'] as const;
type Mode = (typeof modes)[number];

/** The tests that do not pay it share it. */
let payment: Payment;
beforeAll(async () => {
  payment = await createPayment(sandbox(), shop().returnUrl);
});

/** Shows the checkout on the page of a shop on another site, and returns its place: a frame of the page or of a popup. */
async function show(
  mode: Mode,
  { paymentUrl = payment.paymentUrl, userToken }: { paymentUrl?: string; userToken?: string } = payment,
  shopPage: ShopPage = {},
): Promise<Frame> {
  await shop().open(page(), { paymentUrl, userToken, mode }, shopPage);
  const opened = nextPlace(mode);
  await page().getByRole('button', { name: 'Buy' }).click();
  const checkout = await opened;
  await payButton(checkout).or(checkout.getByText('does not belong to this payment')).waitFor();
  return checkout;
}

async function nextPlace(mode: Mode): Promise<Frame> {
  if (mode !== 'popup') return page().waitForEvent('frameattached');
  return (await page().waitForEvent('popup')).mainFrame();
}

const payButton = (checkout: Frame) => checkout.getByRole('button', { name: /^Pay / });
const ending = (text: string) => page().locator('output', { hasText: text }).waitFor();
const focusedTag = (of: Page): Promise<string> => of.evaluate('document.activeElement.tagName');

async function stateOf({ milestoneId }: Payment): Promise<string> {
  return (await sandbox().control.milestone(milestoneId)).state;
}

describe.each(modes)('in the mode %s', (mode) => {
  test('AUTH-10 a legacy customer token as userToken is accepted: the buyer pays and is back in the shop', async () => {
    const own = await createPayment(sandbox(), shop().returnUrl);
    const checkout = await show(mode, own);
    const url = checkout.url();

    await checkout.getByRole('radio').first().check();
    await payButton(checkout).click();

    await page().waitForURL(shop().returnUrl);
    expect(url).toBe(own.paymentUrl);
    expect(await endingBefore(page())).toBe('returned');
    expect(await stateOf(own)).toBe('PAID');
    expect([page().frames().length, page().context().pages()]).toEqual([1, [page()]]);
  });

  test('a strict CSP of the page refuses nothing, another call closes the checkout that is open, and the page can close it itself, more than once', async () => {
    await show(mode);
    const opened = nextPlace(mode);
    const countPlaces = () => [page().frames().length - 1, page().context().pages().length - 1];

    await page().evaluate("globalThis.first = display, document.querySelector('button').click()");
    const other = await opened;
    // A window that is closed while it still opens may never say that it is closed.
    await other.waitForLoadState();
    const first = await page().evaluate('first.closed');
    const places = countPlaces();
    await page().evaluate('display.close(), display.close()');
    await ending('closed');

    expect(first).toBe('closed');
    expect(places).toEqual(mode === 'popup' ? [0, 1] : [1, 0]);
    expect(countPlaces()).toEqual([0, 0]);
    expect(await page().locator('output').getAttribute('data-refused')).toBeNull();
    expect(await focusedTag(page())).toBe('BUTTON');
  });
});

test('CHECKOUT-2 a ticket that was appended to paymentUrl is accepted, and a buyer who cancels is back in the shop and has not paid', async () => {
  const checkout = await show('modal', { paymentUrl: await ticketUrl(sandbox(), payment) });

  await checkout.getByRole('button', { name: 'Cancel and go back' }).click();

  await page().waitForURL(shop().returnUrl);
  expect(await stateOf(payment)).toBe('WAITING_FOR_PAYMENT');
});

test('AUTH-10 a ticket as userToken is refused by the checkout', async () => {
  const ticket = new URL(await ticketUrl(sandbox(), payment)).searchParams.get('ticket') ?? '';

  const checkout = await show('modal', { userToken: ticket });

  expect(await payButton(checkout).count()).toBe(0);
});

describe('the mode iframe', () => {
  test('CHECKOUT-2 shows the checkout at the end of the page, and leaves the focus where the buyer has moved it when it is closed', async () => {
    await show('iframe');
    const title = await page().locator('body > iframe:last-child').getAttribute('title');
    const focused = await focusedTag(page());
    await page().getByRole('link', { name: 'Terms' }).focus();

    await page().evaluate('display.close()');

    expect([title, focused]).toEqual(['Checkout', 'IFRAME']);
    expect(await focusedTag(page())).toBe('A');
  });

  test('shows it at the place that the page marks', async () => {
    await show('iframe', payment, { path: '/place' });

    expect(await page().locator('[data-payment-display] > iframe').count()).toBe(1);
    expect(await page().locator('iframe').count()).toBe(1);
  });
});

describe('the mode popup', () => {
  test('notices when the buyer closes the popup', async () => {
    const checkout = await show('popup');

    await checkout.page().close();

    await ending('closed');
  });

  test('CHECKOUT-2 a popup that the browser blocks is refused with an error that says so', async () => {
    const { paymentUrl, userToken } = payment;
    await shop().open(page(), { paymentUrl, userToken, mode: 'popup' }, { path: '/frame' });
    const inFrame = page().frameLocator('iframe');

    await inFrame.getByRole('button', { name: 'Buy' }).click();

    expect(await inFrame.locator('output').textContent()).toBe(
      'NotAllowedError: PaymentDisplay.show: the browser blocked the popup. ' +
        "Call show in the buyer's click itself, or use mode modal.",
    );
  });
});

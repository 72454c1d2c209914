import { describe, expect, test } from 'vitest';
import { type CheckoutWishes, codeOf, type StartedCheckout, startCheckout } from '../support/checkout-steps.ts';
import { newPhone, registerCustomer } from '../support/escrow-steps.ts';
import { createPageClient, headingOf, type PageAnswer, type PageClient } from '../support/page-client.ts';
import { startedService } from '../support/started-sandbox.ts';

const wrongCode = '000000';

/** A sandbox with what signs in at its checkout. */
function startedSignIn() {
  const started = startedService();

  async function askForCode({ checkoutUrl }: StartedCheckout, phone: string): Promise<[PageClient, PageAnswer]> {
    const client = createPageClient(started().sandbox);
    const page = await client.open(checkoutUrl);
    return [client, await client.submit(page, { step: 'phone', phone })];
  }

  /** A buyer whose code has gone out, at the page that asks for it. */
  async function buyerWithCode(wishes?: CheckoutWishes) {
    const checkout = await startCheckout(started().sandbox, wishes);
    const [client, codePage] = await askForCode(checkout, checkout.buyerPhone);
    return { checkout, client, codePage, code: await codeOf(started().sandbox, checkout.buyerPhone) };
  }

  return { started, askForCode, buyerWithCode };
}

describe('signing in', () => {
  const { started, askForCode, buyerWithCode } = startedSignIn();

  const codesOf = (phone: string) => started().sandbox.control.otps(phone);

  const consentOf = ({ buyerPhone }: StartedCheckout) =>
    started().service.store.find('users', { tenantId: 'default', phone: buyerPhone })?.consent;

  test.each(['PENDING', 'DECLINED'] as const)(
    'USER-3 USER-4 signing in with the code gives the consent that was %s',
    async (consent) => {
      const { checkout, client, codePage, code } = await buyerWithCode({ consent });

      const page = await client.submit(codePage, { step: 'code', code });

      expect(codePage.text).toContain('By signing in you agree');
      expect(headingOf(page)).toBe('Choose how to pay');
      expect(consentOf(checkout)).toBe('GRANTED');
    },
  );

  test('a stranger gets the same pages as the buyer, but no code', async () => {
    const checkout = await startCheckout(started().sandbox);
    const [user, nobody] = [newPhone(), newPhone()];
    await registerCustomer(started().sandbox, user);
    const codesOfOthers = () => Promise.all([user, checkout.sellerPhone].map((phone) => codesOf(phone)));
    const codesBefore = await codesOfOthers();

    const pages = await Promise.all(
      [checkout.buyerPhone, checkout.sellerPhone, user, nobody].map(async (phone) => {
        const [client, codePage] = await askForCode(checkout, phone);
        const wrong = await client.submit(codePage, { step: 'code', code: wrongCode });
        return [codePage, wrong].map(({ status, text }) => ({ status, text: withoutOwn(text, phone) }));
      }),
    );

    expect(pages).toEqual(Array(4).fill(pages[0]));
    expect(await codesOfOthers()).toEqual(codesBefore);
  });

  test("the seller's own code does not open the checkout", async () => {
    const checkout = await startCheckout(started().sandbox);
    const { sellerPhone } = checkout;
    const [client, codePage] = await askForCode(checkout, sellerPhone);

    const page = await client.submit(codePage, { step: 'code', code: await codeOf(started().sandbox, sellerPhone) });

    expect(page.status).toBe(422);
    expect(headingOf(page)).toBe('Enter your code');
  });

  test('after five wrong codes the page asks for the phone number again, for a stranger as for the buyer', async () => {
    const checkout = await startCheckout(started().sandbox);

    const pages = await Promise.all(
      [checkout.buyerPhone, newPhone()].map(async (phone) => {
        const [client, codePage] = await askForCode(checkout, phone);
        for (let count = 0; count < 4; count += 1) await client.submit(codePage, { step: 'code', code: wrongCode });
        return client.submit(codePage, { step: 'code', code: wrongCode });
      }),
    );

    expect(pages.map(headingOf)).toEqual(Array(2).fill('Sign in to pay Sandbox Shop'));
    for (const { text } of pages) expect(text).toContain('<a href="#phone">This code can no longer be used.');
  });

  test('after a quarter of an hour a phone gets codes again', async () => {
    const checkout = await startCheckout(started().sandbox);
    for (let count = 0; count < 6; count += 1) await askForCode(checkout, checkout.buyerPhone);
    await started().sandbox.control.advance(15 * 60);

    const [, page] = await askForCode(checkout, checkout.buyerPhone);

    expect(headingOf(page)).toBe('Enter your code');
  });

  test('a code that has expired leads back to the phone number', async () => {
    const { client, codePage, code } = await buyerWithCode();
    await started().sandbox.control.advance(300);

    const page = await client.submit(codePage, { step: 'code', code });

    expect(page.status).toBe(422);
    expect(page.text).toContain('href="#phone"');
  });

  test('a used code does not work in another browser', async () => {
    const { checkout, client, codePage, code } = await buyerWithCode();
    const [stranger, strangersPage] = await askForCode(checkout, newPhone());
    await client.submit(codePage, { step: 'code', code });

    const page = await stranger.submit(strangersPage, { step: 'code', code });

    expect(page.status).toBe(422);
  });

  test('the browser has a different secret after signing in', async () => {
    const { client, codePage, code } = await buyerWithCode();
    const before = [...client.cookies.values()].map(({ value }) => value);

    await client.submit(codePage, { step: 'code', code });

    expect([...client.cookies.values()].some(({ value }) => before.includes(value))).toBe(false);
  });

  test('a new code replaces the one before', async () => {
    const { checkout, client, codePage, code: first } = await buyerWithCode();
    const phonePage = await client.submit(codePage, { step: 'otherPhone' });
    const again = await client.submit(phonePage, { step: 'phone', phone: checkout.buyerPhone });

    const withFirst = await client.submit(again, { step: 'code', code: first });
    const code = await codeOf(started().sandbox, checkout.buyerPhone);
    const withSecond = await client.submit(withFirst, { step: 'code', code });

    expect(headingOf(phonePage)).toBe('Sign in to pay Sandbox Shop');
    expect(withFirst.status).toBe(422);
    expect(headingOf(withSecond)).toBe('Choose how to pay');
  });

  test('a visitor who is not signed in gets the way to the shop, and sees nothing of the order', async () => {
    const redirectUrl = 'https://shop.example/orders/4711?key=secret';
    const checkout = await startCheckout(started().sandbox, { redirectUrl });
    const client = createPageClient(started().sandbox);

    const phonePage = await client.open(checkout.checkoutUrl);
    const [, codePage] = await askForCode(checkout, checkout.buyerPhone);

    for (const { text } of [phonePage, codePage]) {
      expect(text).toContain('href="https://shop.example/" rel="noreferrer">Back to Sandbox Shop</a>');
      expect(text).not.toContain('orders/4711');
      expect(text).not.toContain('A handmade table');
    }
  });
});

describe('at once', () => {
  const { started, askForCode, buyerWithCode } = startedSignIn();

  test('a phone gets five codes in a quarter of an hour, however many ask at once', async () => {
    const checkout = await startCheckout(started().sandbox);

    const attempts = Array.from({ length: 8 }, () => askForCode(checkout, checkout.buyerPhone));
    const pages = (await Promise.all(attempts)).map(([, page]) => page);

    expect(pages.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = pages.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(3);
    expect(refused[0]?.headers.get('retry-after')).toBe('900');
  });

  test('a code that is sent twice, as by a double click, signs in both times', async () => {
    const { checkout, client, codePage, code } = await buyerWithCode();

    const pages = await Promise.all([1, 2].map(() => client.submit(codePage, { step: 'code', code })));
    const later = await client.open(checkout.checkoutUrl);

    expect([...pages, later].map(headingOf)).toEqual(Array(3).fill('Choose how to pay'));
  });
});

describe('what is typed', () => {
  const started = startedService();

  test.each([
    ['', 'Enter your phone number.'],
    ['hello', 'Enter the phone number with its country code'],
    ['12345', 'Enter the phone number with its country code'],
  ])('a phone number %j is refused at its field, and what was typed stays', async (phone, message) => {
    const { checkoutUrl } = await startCheckout(started().sandbox);
    const client = createPageClient(started().sandbox);

    const page = await client.submit(await client.open(checkoutUrl), { step: 'phone', phone });

    expect(page.status).toBe(422);
    expect(page.text).toContain(message);
    expect(page.text).toContain('<a href="#phone">');
    expect(page.text).toContain(`value="${phone}"`);
    expect(page.text).toContain('aria-describedby="phone-hint phone-error"');
  });

  test('a mistyped phone number is in no address, and is removed once it is corrected', async () => {
    const checkout = await startCheckout(started().sandbox);
    const client = createPageClient(started().sandbox);
    const typed = () => [...client.cookies].filter(([key]) => key.includes('typed')).map(([, { value }]) => value);
    const again = await client.submit(await client.open(checkout.checkoutUrl), { step: 'phone', phone: '051234' });
    const kept = typed();

    await client.submit(again, { step: 'phone', phone: checkout.buyerPhone });

    expect(again.url).not.toContain('051234');
    expect(new Set(kept)).toEqual(new Set(['051234']));
    expect(new Set(typed())).toEqual(new Set(['']));
  });

  test.each(['', '12345'])('a code %j is refused at its field', async (code) => {
    const checkout = await startCheckout(started().sandbox);
    const client = createPageClient(started().sandbox);
    const phone = checkout.buyerPhone;
    const codePage = await client.submit(await client.open(checkout.checkoutUrl), { step: 'phone', phone });

    const page = await client.submit(codePage, { step: 'code', code });

    expect(page.status).toBe(422);
    expect(page.text).toContain('<a href="#code">');
  });
});

/** A page without the parts that differ between browsers. */
function withoutOwn(text: string, phone: string): string {
  return text
    .replaceAll(phone, 'PHONE')
    .replaceAll(encodeURIComponent(phone), 'PHONE')
    .replaceAll(/name="token" value="\w+"/g, '');
}

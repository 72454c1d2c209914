import { expect, test } from 'vitest';
import { toCode, toPhoneNumber } from '../../src/pages/checkout/steps.ts';
import { type CheckoutWishes, codeOf, type StartedCheckout, startCheckout } from '../support/checkout-steps.ts';
import { newPhone, registerCustomer } from '../support/escrow-steps.ts';
import { createPageClient, headingOf, type PageAnswer, type PageClient } from '../support/page-client.ts';
import { startedSandbox } from '../support/started-sandbox.ts';

const sandbox = startedSandbox();
const wrongCode = '000000';

async function askForCode({ checkoutUrl }: StartedCheckout, phone: string): Promise<[PageClient, PageAnswer]> {
  const client = createPageClient(sandbox());
  const page = await client.open(checkoutUrl);
  return [client, await client.submit(page, { step: 'phone', phone })];
}

/** A buyer whose code has gone out, at the page that asks for it. */
async function buyerWithCode(wishes?: CheckoutWishes) {
  const checkout = await startCheckout(sandbox(), wishes);
  const [client, codePage] = await askForCode(checkout, checkout.buyerPhone);
  return { checkout, client, codePage, code: await codeOf(sandbox(), checkout.buyerPhone) };
}

test.each(['PENDING', 'DECLINED'] as const)(
  'USER-3 USER-4 signing in with the code gives the consent that was %s, and the browser a new secret',
  async (consent) => {
    const { checkout, client, codePage, code } = await buyerWithCode({ consent });
    const before = [...client.cookies.values()].map(({ value }) => value);

    const page = await client.submit(codePage, { step: 'code', code });

    const { users } = await sandbox().control.users();
    expect(codePage.text).toContain('By signing in, you agree');
    expect(headingOf(page)).toBe('Choose how to pay');
    expect(users).toContainEqual(expect.objectContaining({ phoneNumber: checkout.buyerPhone, consent: 'GRANTED' }));
    expect([...client.cookies.values()].some(({ value }) => before.includes(value))).toBe(false);
  },
);

test('a stranger gets the same pages as the buyer, but no code', async () => {
  const checkout = await startCheckout(sandbox());
  const [user, nobody] = [newPhone(), newPhone()];
  await registerCustomer(sandbox(), user);
  const codesOfOthers = () => Promise.all([user, checkout.sellerPhone].map((phone) => sandbox().control.otps(phone)));
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

/** A page without the parts that differ between browsers. */
function withoutOwn(text: string, phone: string): string {
  return text
    .replaceAll(phone, 'PHONE')
    .replaceAll(encodeURIComponent(phone), 'PHONE')
    .replaceAll(/name="token" value="\w+"/g, '');
}

test("neither the seller's own code nor one that was used opens the checkout", async () => {
  const { checkout, client, codePage, code } = await buyerWithCode();
  const { sellerPhone } = checkout;
  const [seller, sellersPage] = await askForCode(checkout, sellerPhone);
  await client.submit(codePage, { step: 'code', code });

  const withOwn = await seller.submit(sellersPage, { step: 'code', code: await codeOf(sandbox(), sellerPhone) });
  const withUsed = await seller.submit(withOwn, { step: 'code', code });

  expect([withOwn, withUsed].map(({ status }) => status)).toEqual([422, 422]);
});

test('after five wrong codes the page asks for the phone number again, for a stranger as for the buyer', async () => {
  const checkout = await startCheckout(sandbox());

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

test('a phone gets five codes in a quarter of an hour, however many ask at once', async () => {
  const checkout = await startCheckout(sandbox());

  const asked = Array.from({ length: 8 }, () => askForCode(checkout, checkout.buyerPhone));
  const pages = (await Promise.all(asked)).map(([, page]) => page);
  await sandbox().control.advance(15 * 60);
  const [, later] = await askForCode(checkout, checkout.buyerPhone);

  expect(pages.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(200), ...Array(3).fill(429)]);
  expect(pages.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('900');
  expect(headingOf(later)).toBe('Enter your code');
});

test('a code that is sent twice, as by a double click, signs in both times', async () => {
  const { client, codePage, code } = await buyerWithCode();

  const pages = await Promise.all([1, 2].map(() => client.submit(codePage, { step: 'code', code })));

  expect(pages.map(headingOf)).toEqual(Array(2).fill('Choose how to pay'));
});

test('a visitor who is not signed in gets the way to the shop, and sees nothing of the order', async () => {
  const { codePage, client, checkout } = await buyerWithCode({ redirectUrl: 'https://shop.example/orders/4711?key=s' });
  const returning = await client.open(checkout.checkoutUrl.replace('?', '/return?'));

  for (const { text } of [codePage, returning]) {
    expect(text).toContain('href="https://shop.example/" rel="noreferrer">Back to Sandbox Shop</a>');
    expect(text).not.toMatch(/orders\/4711|A handmade table/);
  }
});

test('a mistyped phone number is refused at its field and stays there, is in no address, and is removed once it is corrected', async () => {
  const checkout = await startCheckout(sandbox());
  const client = createPageClient(sandbox());
  const typed = () => [...client.cookies].filter(([key]) => key.includes('typed')).map(([, { value }]) => value);

  const page = await client.submit(await client.open(checkout.checkoutUrl), { step: 'phone', phone: '051234' });
  const kept = typed();
  await client.submit(page, { step: 'phone', phone: checkout.buyerPhone });

  expect(page.status).toBe(422);
  expect(page.text).toContain('<a href="#phone">Enter the phone number with its country code');
  expect(page.text).toContain('value="051234"');
  expect(page.text).toContain('aria-describedby="phone-hint phone-error"');
  expect(page.url).not.toContain('051234');
  expect([new Set(kept), new Set(typed())]).toEqual([new Set(['051234']), new Set([''])]);
});

test('phone numbers are read with spaces, marks, 00 and as Saudi numbers, codes with spaces', () => {
  const phones = [
    '(+966) 50.000-0001',
    '00966500000001',
    '0500000001',
    '\u202a+966 50 000 0001\u202c',
    '500000001',
    '+0500',
  ];

  expect(phones.map(toPhoneNumber)).toEqual([...Array(4).fill('+966500000001'), undefined, undefined]);
  expect([' 123 456 ', '12345', '12345a'].map(toCode)).toEqual([123_456, undefined, undefined]);
});

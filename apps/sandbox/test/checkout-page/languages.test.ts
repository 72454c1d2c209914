import { expect, test } from 'vitest';
import { formatAmount, formatIban, formatMethod, formatMoment } from '../../src/pages/checkout/texts/format.ts';
import { languages, preferredLanguage } from '../../src/pages/checkout/texts/language.ts';
import { startCheckout, ticketUrl } from '../support/checkout-steps.ts';
import { createPageClient, headingOf } from '../support/page-client.ts';
import { startedService } from '../support/started-sandbox.ts';

const started = startedService('SQLite');

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['fr', 'en'],
  ['ar', 'ar'],
  ['ar-SA,ar;q=0.9,en;q=0.8', 'ar'],
  ['en-GB,ar;q=0.5', 'en'],
  ['fr,ar;q=0.4,en;q=0.6', 'en'],
  ['en;q=0,ar;q=0.1', 'ar'],
  ['ar;q=0', 'en'],
  ['*;q=x,;;,ar', 'ar'],
])('a browser that prefers %j gets %s', (header, expected) => {
  expect(preferredLanguage(header)).toBe(expected);
});

test('the chosen language is remembered, even for another checkout, and the page stays', async () => {
  const { sandbox } = started();
  const [checkout, other] = [await startCheckout(sandbox), await startCheckout(sandbox)];
  const client = createPageClient(sandbox);
  const page = await client.open(await ticketUrl(sandbox, checkout));
  const href = /<a href="([^"]+)" lang="ar"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';

  const switched = await client.open(href);
  const next = await client.open(other.checkoutUrl);

  expect(switched.url).toBe(checkout.checkoutUrl);
  expect(headingOf(switched)).toBe('اختر طريقة الدفع');
  expect(headingOf(next)).toBe('سجّل الدخول لإتمام الدفع في Sandbox Shop');
});

test('switching the language keeps the message of a page', async () => {
  const { sandbox } = started();
  const { checkoutUrl } = await startCheckout(sandbox);

  const page = await createPageClient(sandbox).open(`${checkoutUrl}&problem=ticketUsed&language=ar`);

  expect(page.status).toBe(401);
  expect(headingOf(page)).toBe('استُخدم هذا الرابط من قبل');
});

test('no text is empty, or left in English', () => {
  const [english, arabic] = [languages.en.texts, languages.ar.texts].map((texts) => JSON.parse(JSON.stringify(texts)));
  const brands = ['payment.names.APPLE_PAY', 'payment.names.STC_PAY'];

  const pairs = leaves(english).map(([path, text]) => [path, text, read(arabic, path)] as const);

  const untranslated = pairs.filter(([path, text, other]) => !brands.includes(path) && (!other || other === text));
  expect(untranslated).toEqual([]);
});

test.each([
  ['en', 'SAR', 1234.5, 'SAR 1,234.50'],
  ['en', 'USD', 0.29, '$0.29'],
  ['en', 'KWD', 10.25, 'KWD 10.25'],
  ['en', 'points', 10, '10.00 points'],
  ['en', null, 10, '10.00'],
  ['ar', 'SAR', 1234.5, '1,234.50 ر.س.'],
] as const)('an amount in %s and %s is written as people read it', (language, currency, amount, expected) => {
  const written = formatAmount(languages[language].locale, { amount, currency });

  expect(written.replaceAll('\u00a0', ' ').replaceAll('\u200f', '')).toBe(expected);
});

test.each([
  ['en', 'January 1, 2030 at 3:00 AM, Riyadh time'],
  ['ar', '1 يناير 2030 في 3:00 ص بتوقيت الرياض'],
] as const)('a deadline in %s names its zone and the Gregorian day', (language, expected) => {
  const { locale, texts } = languages[language];

  const written = texts.summary.deadlineMoment(formatMoment(locale, '2030-01-01T00:00:00Z') ?? '');

  expect(written.replaceAll('\u202f', ' ')).toBe(expected);
});

test('a deadline that is not a timestamp is left out', () => {
  expect(formatMoment('en', 'tomorrow')).toBeUndefined();
});

test('an IBAN is written in groups of four', () => {
  expect(formatIban('SA0380000000608010167519')).toBe('SA03 8000 0000 6080 1016 7519');
});

test.each([
  ['CREDIT_CARD', 'Credit card'],
  ['SOME_NEW_WALLET', 'Some new wallet'],
  ['constructor', 'Constructor'],
  ['_', '_'],
])('PAY-2 the method %s is shown as %s', (method, name) => {
  expect(formatMethod(method, languages.en.texts.payment.names)).toBe(name);
});

/** Every text of a catalogue, by its path. */
function leaves(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  return Object.entries(value as object).flatMap(([key, child]) => leaves(child, path === '' ? key : `${path}.${key}`));
}

function read(value: unknown, path: string): unknown {
  return path.split('.').reduce((found, key) => (found as Record<string, unknown> | undefined)?.[key], value);
}

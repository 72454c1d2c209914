import { expect, test } from 'vitest';
import { formatAmount, formatIban, formatMethod, formatMoment, texts } from '../../src/pages/checkout/texts.ts';

test.each([
  ['SAR', 1234.5, 'SAR 1,234.50'],
  ['USD', 0.29, '$0.29'],
  ['KWD', 10.25, 'KWD 10.25'],
  ['points', 10, '10.00 points'],
  [null, 10, '10.00'],
])('an amount in %s is written as people read it', (currency, amount, expected) => {
  expect(formatAmount({ amount, currency }).replaceAll('\u00a0', ' ')).toBe(expected);
});

test('a deadline names its zone and the Gregorian day', () => {
  const written = texts.summary.deadlineMoment(formatMoment('2030-01-01T00:00:00Z') ?? '');

  expect(written.replaceAll('\u202f', ' ')).toBe('January 1, 2030 at 3:00 AM, Riyadh time');
});

test('a deadline that is not a timestamp is left out', () => {
  expect(formatMoment('tomorrow')).toBeUndefined();
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
  expect(formatMethod(method)).toBe(name);
});

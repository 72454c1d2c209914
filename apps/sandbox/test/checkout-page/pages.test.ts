import { expect, test } from 'vitest';
import { formatAmount, formatMethod, formatMoment, texts } from '../../src/pages/checkout/texts.ts';
import { headingOf } from '../support/page-client.ts';
import { startedService } from '../support/started-sandbox.ts';
import { pageKinds, visit } from './page-kinds.ts';

const started = startedService();

test.each(Object.entries(pageKinds))('the page %s has its status and its heading', async (_, kind) => {
  const page = await visit(started(), kind);

  expect([page.status, headingOf(page)]).toEqual([kind.status, kind.title]);
});

test.each([
  ['SAR', 1234.5, 'SAR 1,234.50'],
  ['USD', 0.29, '$0.29'],
  ['points', 10, '10.00 points'],
  [null, 10, '10.00'],
])('an amount in %s is written as people read it', (currency, amount, expected) => {
  expect(formatAmount({ amount, currency }).replaceAll('\u00a0', ' ')).toBe(expected);
});

test('a deadline names its zone and the Gregorian day', () => {
  const written = texts.summary.deadlineMoment(formatMoment('2030-01-01T00:00:00Z') ?? '');

  expect(written.replaceAll('\u202f', ' ')).toBe('January 1, 2030 at 3:00 AM, Riyadh time');
});

test('PAY-2 a method without a name of its own is accepted and shown in words', () => {
  expect(['CREDIT_CARD', 'SOME_NEW_WALLET', 'constructor'].map(formatMethod)).toEqual([
    'Credit card',
    'Some new wallet',
    'Constructor',
  ]);
});

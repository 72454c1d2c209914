import { repeats } from '@escrow-kit/tools';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitAmount } from '../../src/index.ts';

const sar = { currency: 'SAR' };
const numRuns = repeats({ test: 200, soak: 20_000 });

/** An amount in riyals as halalas, from its decimal digits rather than by the code under test. */
const halalasOf = (amount: number): number => Number(amount.toFixed(2).replace('.', ''));

test.each([
  [500, [{ amount: 25 }, {}], [25, 475]],
  [500, [{ rate: 0.05 }, {}], [25, 475]],
  [0.3, [{ amount: 0.1 }, { amount: 0.2 }], [0.1, 0.2]],
  [100, [{ rate: 1 / 3 }, { rate: 1 / 3 }, { rate: 1 / 3 }], [33.34, 33.33, 33.33]],
  [0.01, [{ rate: 0.5 }, { rate: 0.5 }], [0.01, 0]],
  [0.03, [{ rate: 0.3 }, { rate: 0.7 }], [0.01, 0.02]],
  [0.1 + 0.2, [{ amount: 0.1 }, {}], [0.1, 0.2]],
  [1.1 * 3, [{}], [3.3]],
  [1e11, [{ rate: 0 }, {}], [0, 1e11]],
])('PARTY-4 %d split by %j is %j', (amount, parts, expected) => {
  expect(splitAmount(amount, parts, sar)).toEqual(expected);
});

test.each([
  ['BHD', 10, [3.333, 3.333, 3.334]],
  ['JPY', 100, [33, 33, 34]],
])('PARTY-4 an amount in %s has the decimals of that currency', (currency, amount, expected) => {
  const thirds = splitAmount(amount, [{ rate: 1 / 3 }, { rate: 1 / 3 }, {}], { currency });

  expect([...thirds].sort()).toEqual(expected);
});

test('PARTY-4 the parts of any amount add up to it, each less than a halala from its exact share', () => {
  const amounts = fc.integer({ min: 0, max: 10 ** 11 }).map((halalas) => halalas / 100);
  const weights = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(amounts, weights, fc.boolean(), (amount, parts, hasRest) => {
      const sum = parts.reduce((total, part) => total + part, 0);
      const rates = parts.map((part) => part / sum);

      const split = splitAmount(
        amount,
        rates.map((rate, index) => (hasRest && index === 0 ? {} : { rate })),
        sar,
      );

      expect(split.reduce((total, each) => total + halalasOf(each), 0)).toBe(halalasOf(amount));
      for (const [index, each] of split.entries()) {
        expect(each).toBeGreaterThanOrEqual(0);
        expect(Math.abs(each * 100 - (rates[index] ?? 0) * amount * 100)).toBeLessThan(1 + 1e-3);
      }
    }),
    { numRuns },
  );
});

test.each<[what: string, amount: unknown, parts: unknown, reason: string]>([
  ['more than the amount', 10, [{ amount: 11 }], 'parts must not exceed the amount'],
  ['less than the amount', 10, [{ rate: 0.5 }], 'parts must add up to the amount'],
  ['rates that leave a tenth of a halala', 1, [{ rate: 0.5 }, { rate: 0.499 }], 'parts must add up to the amount'],
  ['two rests', 10, [{}, {}], 'parts has two parts without amount or rate'],
  ['an amount and a rate', 10, [{ amount: 1, rate: 0.1 }], 'parts[0] has an amount and a rate'],
  ['a rate above 1', 10, [{ rate: 5 }], 'parts[0].rate must be from 0 to 1'],
  ['a rate that is text', 10, [{ rate: '0.1' }, {}], 'parts[0].rate must be from 0 to 1'],
  ['a part below 0', 10, [{ amount: -1 }, {}], 'parts[0].amount must be a number of 0 or more'],
  ['too many decimals', 10.005, [{}], 'amount has more than the 2 decimals of SAR. Round it first.'],
  ['a large amount with too many decimals', 1e7 + 0.004, [{}], 'amount has more than the 2 decimals of SAR'],
  ['not a number', Number.NaN, [{}], 'amount must be a number of 0 or more'],
  ['more than can be counted', 1e15, [{}], 'count exactly. Give at most 100000000000.'],
  ['parts that are not a list', 10, undefined, 'parts must be a list'],
  ['a part that is a number', 10, [5, {}], 'parts[0] must be an object with amount or rate'],
  ['a misspelt part', 10, [{ amout: 5 }], 'parts[0] must be an object with amount or rate'],
])('%s is refused with its reason', (_what, amount, parts, reason) => {
  expect(() => splitAmount(amount as number, parts as never, sar)).toThrow(
    expect.objectContaining({ code: 'configuration', message: expect.stringContaining(reason) }),
  );
});

test.each([undefined, {}, { currency: 'riyal' }, { currency: 5 }])(
  'PARTY-4 the options %j without a currency are refused before the amount',
  (options) => {
    expect(() => splitAmount(10.005, [{}], options as never)).toThrow('currency must be a currency code');
  },
);

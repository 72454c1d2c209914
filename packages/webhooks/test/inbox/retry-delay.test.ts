import fc from 'fast-check';
import { expect, test } from 'vitest';
import { retryDelayInMs } from '../../src/processing/failure.ts';

const settings = { firstDelayInMs: 1_000, longestDelayInMs: 300_000 };

test.each([
  [1, 1_000],
  [2, 2_000],
  [5, 16_000],
  [9, 256_000],
  [10, 300_000],
  [5_000, 300_000],
])('the longest delay after attempt %i is %i ms', (attempt, longest) => {
  expect(retryDelayInMs(attempt, settings, () => 0.999_999_9)).toBe(longest - 1);
  expect(retryDelayInMs(attempt, settings, () => 0)).toBe(0);
});

test('a delay is a whole number between 0 and the longest one', () => {
  const numbers = { firstDelayInMs: fc.integer({ min: 1 }), longestDelayInMs: fc.integer({ min: 1 }) };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), fc.record(numbers), (attempt, given) => {
      const delayInMs = retryDelayInMs(attempt, given);

      expect(Number.isSafeInteger(delayInMs)).toBe(true);
      expect(delayInMs).toBeGreaterThanOrEqual(0);
      expect(delayInMs).toBeLessThan(given.longestDelayInMs);
    }),
  );
});

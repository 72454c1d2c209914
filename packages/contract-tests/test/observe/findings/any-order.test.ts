import { repeats } from '@escrow-kit/suite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSample } from '../../../src/observe/findings/sample.ts';
import { createSighting, sight } from '../../../src/observe/findings/sighting.ts';
import { proposeOverlay } from '../../../src/observe/proposal/propose-overlay.ts';
import { createHostileExchange } from './hostile-exchanges.ts';
import { findIn, times } from './propose.ts';

const numRuns = repeats({ test: 1, soak: 100 });

/** More fields, operations, statuses and values than are kept. */
const hostileExchanges = repeats({ test: 1300, soak: 2500 });

test('the order of exchanges, and the runs that saw them, change no finding and no proposal', () => {
  const exchanges = times(hostileExchanges, createHostileExchange);
  const usual = findIn(exchanges);
  const usualProposal = proposeOverlay(usual);
  const shuffled = fc.shuffledSubarray(exchanges, { minLength: exchanges.length });

  fc.assert(
    fc.property(shuffled, (inAnyOrder) => {
      const found = findIn(inAnyOrder, ({ operation = 'none' }) => `run of ${operation}`);

      expect(found).toEqual(usual);
      expect(proposeOverlay(found)).toBe(usualProposal);
    }),
    { numRuns },
  );
});

test('HOOK-7 of few events each counts once, of more each attempt, in whatever order they come', () => {
  const at = new Date(0).toISOString();
  const attempts = fc
    .integer({ min: 1, max: 200 })
    .chain((events) => fc.array(fc.nat(events - 1), { minLength: 1, maxLength: 500 }));
  const count = (numbers: readonly number[]): number => {
    const sighting = createSighting();
    for (const number of numbers) sight(sighting, { at, eventLabel: `event-${number}` });
    return sighting.count;
  };

  fc.assert(
    fc.property(attempts, (numbers) => {
      const events = new Set(numbers).size;

      expect(count(numbers)).toBe(events > 100 ? numbers.length : events);
      expect(count(numbers.toSorted((one, other) => one - other))).toBe(count(numbers));
    }),
  );
});

test('a sample keeps the same keys with all that belongs to them, in whatever order they come', () => {
  const keys = fc.array(fc.string({ maxLength: 3 }), { minLength: 20, maxLength: 60 });
  const count = (names: readonly string[]) => {
    const sample = createSample(10, () => ({ count: 0 }));
    for (const name of names) {
      const entry = sample.get(name);
      if (entry) entry.count += 1;
      // To look at them in between, as news of a run do, changes nothing.
      sample.keys();
    }
    return sample;
  };

  fc.assert(
    fc.property(keys, fc.infiniteStream(fc.double({ noNaN: true })), (names, order) => {
      const other = names
        .map((name) => ({ name, place: order.next().value }))
        .toSorted((one, two) => one.place - two.place);

      const sample = count(names);

      expect(sample.entries()).toEqual(count(other.map(({ name }) => name)).entries());
      expect(sample.entries().length).toBe(Math.min(10, new Set(names).size));
      for (const [key, entry] of sample.entries())
        expect(entry.count).toBe(names.filter((name) => name === key).length);
    }),
  );
});

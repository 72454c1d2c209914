import { expect } from 'vitest';
import type { Trace } from './trace-stores.ts';

const order = ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED'];

/** Expects that no event was handled twice, and that within a milestone only stale ones step back (STATE-4). */
export function expectEachOnceInOrder(traces: readonly Trace[]): void {
  const keys = traces.map(({ event_key }) => event_key);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);

  const highest = new Map<string, number>();
  const wrong = traces.filter(({ milestone, status, stale }) => {
    const rank = order.indexOf(status);
    const before = highest.get(milestone) ?? -1;
    highest.set(milestone, Math.max(before, rank));
    return rank < before !== (stale === 1);
  });
  expect(wrong).toEqual([]);
}

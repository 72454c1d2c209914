import { eventStatuses } from '@escrow-kit/spec';
import { expect } from 'vitest';
import type { KeyCount } from './key-count.ts';
import type { TraceStore } from './trace-store.ts';
import { countAll } from './until.ts';

const order: readonly string[] = eventStatuses;

/**
 * Expects that every acknowledged event was handled, none twice and none is left, and that within a milestone only late ones go back in
 * the order (STATE-4).
 */
export async function expectEachHandledOnce(store: TraceStore, acknowledged: KeyCount): Promise<void> {
  const traces = await store.traces();
  const handled = new Set(traces.map(({ key }) => key));
  expect([...acknowledged.keys].filter((key) => !handled.has(key))).toEqual([]);
  expect(handled.size).toBe(traces.length);
  expect(await countAll(store.inbox)).toMatchObject({ dead: 0, quarantined: 0, done: traces.length });

  const highest = new Map<string, number>();
  const wrong = traces.filter(({ milestone, status, isLate }) => {
    const rank = order.indexOf(status);
    const before = highest.get(milestone) ?? -1;
    highest.set(milestone, Math.max(before, rank));
    return rank < before !== isLate;
  });
  expect(wrong).toEqual([]);
}

import { eventStatuses } from '@escrow-kit/spec';
import { expect } from 'vitest';
import type { Trace } from './inbox-kinds.ts';

const order: readonly string[] = eventStatuses;

/** Expects that no event was handled twice, and that within a milestone only late ones go back in the order (STATE-4). */
export function expectEachOnceInOrder(traces: readonly Trace[]): void {
  const seen = new Set<string>();
  const again = traces.filter(({ event_key }) => seen.size === seen.add(event_key).size);
  expect(again).toEqual([]);

  const highest = new Map<string, number>();
  const wrong = traces.filter(({ milestone, status, late }) => {
    const rank = order.indexOf(status);
    const before = highest.get(milestone) ?? -1;
    highest.set(milestone, Math.max(before, rank));
    return rank < before !== (late === 1);
  });
  expect(wrong).toEqual([]);
}

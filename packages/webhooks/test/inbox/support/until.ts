import { vi } from 'vitest';
import type { Inbox, InboxCounts } from '../../../src/index.ts';

/** A limit for what hangs, not for what is slow. */
const longestWaitInMs = 50_000;

/** How to wait. */
interface Waiting {
  limitInMs?: number;
  /** Counting takes time with what is stored. */
  intervalInMs?: number;
}

/** Waits until the counts of an inbox are these. */
export async function untilCounts(
  inbox: Inbox,
  expected: Partial<InboxCounts>,
  { limitInMs = longestWaitInMs, intervalInMs = 5 }: Waiting = {},
): Promise<void> {
  await vi.waitFor(
    async () => {
      const counts = await inbox.counts();
      const differs = Object.entries(expected).some(([name, value]) => counts[name as keyof InboxCounts] !== value);
      if (differs) throw new Error(`${JSON.stringify(counts)}, expected ${JSON.stringify(expected)}`);
    },
    { timeout: limitInMs, interval: intervalInMs },
  );
}

import { vi } from 'vitest';
import type { Inbox, InboxCounts } from '../../../src/index.ts';

/** Waits until the counts of an inbox are these. */
export async function untilCounts(inbox: Inbox, expected: Partial<InboxCounts>, limitInMs = 20_000): Promise<void> {
  await vi.waitFor(
    async () => {
      const counts = await inbox.counts();
      const differs = Object.entries(expected).some(([name, value]) => counts[name as keyof InboxCounts] !== value);
      if (differs) throw new Error(`${JSON.stringify(counts)}, expected ${JSON.stringify(expected)}`);
    },
    { timeout: limitInMs, interval: 5 },
  );
}

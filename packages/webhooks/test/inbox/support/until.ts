import { until } from '@escrow-kit/tools/until';
import { onTestFinished } from 'vitest';
import type { Inbox, InboxCounts } from '../../../src/index.ts';

/** The counts of an inbox, and how many of its events are done, which reads them all. */
export async function countAll(inbox: Inbox): Promise<InboxCounts & { done: number }> {
  const [counts, done] = await Promise.all([inbox.counts(), inbox.find({ status: 'done', limit: 1_000_000 })]);
  return { ...counts, done: done.length };
}

/** Waits until an inbox has these counts. */
export async function untilCounts(
  inbox: Inbox,
  expected: Partial<Awaited<ReturnType<typeof countAll>>>,
): Promise<void> {
  await until(async () => {
    const counts = 'done' in expected ? await countAll(inbox) : await inbox.counts();
    const differs = Object.entries(expected).some(([name, value]) => counts[name as keyof InboxCounts] !== value);
    if (differs) throw new Error(`${JSON.stringify(counts)}, expected ${JSON.stringify(expected)}`);
  });
}

/** Has the processing look for due events now, rather than within a second, by ending a pause that nobody began. */
export const lookAgain = (inbox: Inbox): Promise<void> => inbox.resume();

/** The warnings of this package from now until the test ends. */
export function collectWarnings(): string[] {
  const warnings: string[] = [];
  const listen = ({ name, message }: Error) => void (name === 'EscrowWebhooksWarning' && warnings.push(message));
  process.on('warning', listen);
  onTestFinished(() => void process.off('warning', listen));
  return warnings;
}

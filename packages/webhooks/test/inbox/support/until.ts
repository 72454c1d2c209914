import { hangLimitInMs, until } from '@escrow-kit/suite/until';
import type { Inbox, InboxCounts } from '../../../src/index.ts';

/** Waits for a promise; rejects with the description if it does not settle in time. */
export async function untilSettled<Value>(promise: Promise<Value>, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${hangLimitInMs} ms until ${what}.`)), hangLimitInMs);
  });
  return Promise.race([promise, tooLate]).finally(() => clearTimeout(timer));
}

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

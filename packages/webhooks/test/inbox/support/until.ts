import { setTimeout as delay } from 'node:timers/promises';
import { isSoak } from '@escrow-kit/suite';
import type { Inbox, InboxCounts } from '../../../src/index.ts';

/** A limit for what hangs, far above what is slow. */
const limitInMs = isSoak ? 600_000 : 50_000;

/** Waits for a promise; rejects with the description if it does not settle in time. */
export async function untilSettled<Value>(promise: Promise<Value>, what: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Waited ${limitInMs} ms until ${what}.`)), limitInMs);
  });
  return Promise.race([promise, tooLate]).finally(() => clearTimeout(timer));
}

const shortestPauseInMs = 5;
const longestPauseInMs = 100;

/**
 * Repeats the check until it does not throw, and resolves with its result; after the limit rejects with its last error. The pauses
 * between checks grow, because most of what is waited for is soon there, and counting what a database holds is work.
 */
export async function until<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  const deadline = performance.now() + limitInMs;
  for (let pauseInMs = shortestPauseInMs; ; pauseInMs = Math.min(2 * pauseInMs, longestPauseInMs)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await delay(pauseInMs);
  }
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

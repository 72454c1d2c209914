import { setTimeout as delay } from 'node:timers/promises';
import { isSoak } from './index.ts';

/** A limit for what hangs, far above what is slow. */
const hangLimitInMs = isSoak ? 600_000 : 50_000;

const shortestPauseInMs = 5;
const longestPauseInMs = 100;

/**
 * Repeats the check until it does not throw, and resolves with its result; after the limit rejects with its last error. The pauses
 * between checks grow, because most of what is waited for is soon there, and a check may be work, as counting in a database is.
 */
export async function until<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  const deadline = performance.now() + hangLimitInMs;
  for (let pauseInMs = shortestPauseInMs; ; pauseInMs = Math.min(2 * pauseInMs, longestPauseInMs)) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await delay(pauseInMs);
  }
}

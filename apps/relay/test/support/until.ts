import { isSoak } from '@escrow-kit/suite';
import { vi } from 'vitest';

/** A limit for what hangs, far above what is slow. */
const limitInMs = isSoak ? 600_000 : 50_000;

/** Repeats the check until it does not throw. */
export const until = <Value>(check: () => Value | Promise<Value>): Promise<Value> =>
  vi.waitFor(check, { timeout: limitInMs, interval: 20 });

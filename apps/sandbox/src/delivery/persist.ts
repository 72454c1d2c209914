import { setTimeout as pause } from 'node:timers/promises';
import { isUnreachable } from '../storage/errors.ts';

/** The pause before the next try after the store did not answer. */
const pauseInMs = 100;

/** How long to retry. */
export interface Persistence {
  /** The end of the lease, on the system's clock. After that, another process is responsible for the delivery. */
  leaseUntilSystem: number;
  systemNow: () => number;
  /** Aborted when the sandbox stops. */
  signal?: AbortSignal | undefined;
}

/**
 * Writes to the store, and retries while the store does not answer and the lease lasts. An unanswered try may have
 * succeeded, so the write has to be conditional on the lease. Rejects with the last error.
 */
export async function persist<Result>(
  act: () => Promise<Result>,
  { leaseUntilSystem, systemNow, signal }: Persistence,
): Promise<Result> {
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isUnreachable(error) || signal?.aborted || systemNow() + pauseInMs >= leaseUntilSystem) throw error;
    }
    await pause(pauseInMs);
  }
}

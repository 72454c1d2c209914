import { setTimeout as pause } from 'node:timers/promises';
import { isUnreachable } from '../storage/errors.ts';

/** How soon something is tried again that the store did not answer. */
const pauseInMs = 100;

/** How long to go on. */
export interface Persistence {
  /** On the system's clock: after that, another process answers for the delivery. */
  leaseUntilSystem: number;
  systemNow: () => number;
  /** Ends it when the sandbox stops. */
  signal?: AbortSignal | undefined;
}

/**
 * Does something to the store, again and again while that does not answer, for as long as a lease lasts. What it does may have
 * been done by a try that was not answered: it has to be conditional on the lease. Rejects with the last error.
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

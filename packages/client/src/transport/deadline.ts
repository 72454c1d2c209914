import { EscrowError } from '../errors/escrow-error.ts';

/** One deadline over all requests of a call, which the caller's signal ends early. */
export interface Deadline {
  /** Aborted when the deadline is over, with the error that the call ends with as its reason. */
  signal: AbortSignal;
  remainingInMs(): number;
  /** Settles as the promise does, or rejects when the deadline is over, even if the promise takes no notice of it. */
  race<Value>(promise: Promise<Value>): Promise<Value>;
  /** Releases the timer and the listener. */
  clear(): void;
}

/** Timers take no longer delay, and fire at once where they are given one. */
const longestDelayInMs = 2 ** 31 - 1;

/** Starts a deadline now. */
export function startDeadline(timeoutInMs: number, callerSignal: AbortSignal): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  const endsAt = performance.now() + timeoutInMs;
  const over = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  over.catch(() => {});
  const timer = setTimeout(
    () => controller.abort(new EscrowError('timeout', `had no whole answer in ${timeoutInMs} ms (timeoutInMs).`)),
    Math.min(timeoutInMs, longestDelayInMs),
  );
  const abort = () => controller.abort(new EscrowError('aborted', 'was aborted by its caller.'));
  if (callerSignal.aborted) abort();
  callerSignal.addEventListener('abort', abort);
  return {
    signal,
    remainingInMs: () => endsAt - performance.now(),
    race: (promise) => Promise.race([over, promise]),
    clear() {
      clearTimeout(timer);
      callerSignal.removeEventListener('abort', abort);
    },
  };
}

/** Waits, but not past the deadline. */
export async function wait(delayInMs: number, deadline: Deadline): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, delayInMs);
  });
  await deadline.race(elapsed).finally(() => clearTimeout(timer));
}

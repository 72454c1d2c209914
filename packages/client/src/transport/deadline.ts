import { EscrowError } from '../errors/escrow-error.ts';

/** One deadline over all requests of a call, which the caller's signal ends early. */
export interface Deadline {
  /** Aborted when the deadline is over, with the error that the call ends with as its reason. */
  signal: AbortSignal;
  /** When it is over, on the clock of `performance.now()`. */
  endsAt: number;
  /** Settles as the promise does, or rejects when the deadline is over, even if the promise takes no notice of it. */
  race<Value>(promise: Promise<Value>): Promise<Value>;
  /** Waits, but not past the deadline. */
  wait(delayInMs: number): Promise<void>;
  /** Releases the timers and the listener. */
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
  const race: Deadline['race'] = (promise) => Promise.race([over, promise]);
  const end = (code: 'timeout' | 'aborted', message: string) => controller.abort(new EscrowError(code, message));
  const expire = () => end('timeout', `no whole answer in ${timeoutInMs} ms (timeoutInMs).`);
  const timers = [setTimeout(expire, Math.min(timeoutInMs, longestDelayInMs))];
  const abort = () => end('aborted', 'its caller aborted it.');
  if (callerSignal.aborted) abort();
  callerSignal.addEventListener('abort', abort);
  return {
    signal,
    endsAt,
    race,
    wait: (delayInMs) => race(new Promise((resolve) => timers.push(setTimeout(resolve, delayInMs)))),
    clear() {
      timers.forEach(clearTimeout);
      callerSignal.removeEventListener('abort', abort);
    },
  };
}

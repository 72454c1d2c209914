import { EscrowError } from '../errors/escrow-error.ts';

/** One deadline over all requests of a call, which the caller's signal ends early. */
export interface Deadline {
  /** Aborted when the deadline is over, with the error that the call ends with as its reason. */
  signal: AbortSignal;
  /** When it is over, on the clock of `performance.now()`. */
  endsAt: number;
  /** Rejects when the deadline is over. */
  over: Promise<never>;
  /** Waits. */
  wait(delayInMs: number): Promise<void>;
  /** Releases the timers and the listener. */
  clear(): void;
}

/** Starts a deadline now. */
export function startDeadline(timeoutInMs: number, callerSignal: AbortSignal): Deadline {
  const controller = new AbortController();
  const { signal } = controller;
  const end = (code: 'timeout' | 'aborted', message: string) => controller.abort(new EscrowError(code, message));
  const timers = [setTimeout(end, timeoutInMs, 'timeout', `no whole answer in timeoutInMs, ${timeoutInMs}.`)];
  const abort = () => end('aborted', 'its caller aborted it.');
  const over = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  if (callerSignal.aborted) abort();
  callerSignal.addEventListener('abort', abort);
  return {
    signal,
    endsAt: performance.now() + timeoutInMs,
    over,
    wait: (delayInMs) => new Promise((resolve) => timers.push(setTimeout(resolve, delayInMs))),
    clear() {
      timers.forEach(clearTimeout);
      callerSignal.removeEventListener('abort', abort);
    },
  };
}

import { EscrowError } from '../errors/escrow-error.ts';

/** One deadline over all requests of a call, which the caller's signal ends early. */
export interface Deadline {
  /** Aborted when the deadline is over, with the error that the call ends with as its reason. */
  signal: AbortSignal;
  /** Rejects with that error when the deadline is over. */
  over: Promise<never>;
  /** Waits. */
  wait(delayInMs: number): Promise<void>;
}

/** Does a work until its deadline is over. */
export async function withDeadline<Result>(
  timeoutInMs: number,
  callerSignal: AbortSignal | undefined,
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const { signal } = controller;
  const expire = () => controller.abort(new EscrowError('timeout', `no answer in timeoutInMs, ${timeoutInMs}.`));
  const abort = () => controller.abort(new EscrowError('aborted', 'aborted.'));
  const over = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  const timers = [setTimeout(expire, timeoutInMs)];
  const wait = (delayInMs: number) => new Promise<void>((resolve) => timers.push(setTimeout(resolve, delayInMs)));
  try {
    callerSignal?.addEventListener('abort', abort);
    if (callerSignal?.aborted) abort();
    return await Promise.race([over, work({ signal, over, wait })]);
  } finally {
    timers.forEach(clearTimeout);
    callerSignal?.removeEventListener('abort', abort);
  }
}

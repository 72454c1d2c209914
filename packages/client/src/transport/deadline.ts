import type { EscrowError } from '../errors/escrow-error.ts';

/** One deadline over all requests of a call, which the caller's signal ends early. */
export interface Deadline {
  /** Aborted as soon as the deadline passes; its reason is the error that the call ends with. */
  signal: AbortSignal;
  /** Rejects with that error as soon as the deadline passes. */
  expired: Promise<never>;
  /** Waits. */
  wait(delayInMs: number): Promise<void>;
}

/** When a deadline passes, and the error that its work then ends with. */
export interface DeadlineOptions {
  timeoutInMs: number;
  /** The caller's. */
  signal?: AbortSignal | undefined;
  createError(code: 'timeout' | 'aborted'): EscrowError;
}

/** Does a work until its deadline passes. */
export async function withDeadline<Result>(
  { timeoutInMs, signal: callerSignal, createError }: DeadlineOptions,
  work: (deadline: Deadline) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const { signal } = controller;
  let end: (code: 'timeout' | 'aborted') => void = () => {};
  const expired = new Promise<never>((_, reject) => {
    end = (code) => {
      const error = createError(code);
      controller.abort(error);
      reject(error);
    };
  });
  const abort = () => end('aborted');
  const timers = [setTimeout(end, timeoutInMs, 'timeout')];
  const wait = (delayInMs: number) => new Promise<void>((resolve) => timers.push(setTimeout(resolve, delayInMs)));
  try {
    callerSignal?.addEventListener('abort', abort);
    if (callerSignal?.aborted) abort();
    return await Promise.race([expired, work({ signal, expired, wait })]);
  } finally {
    timers.forEach(clearTimeout);
    callerSignal?.removeEventListener('abort', abort);
  }
}

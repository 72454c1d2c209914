import type { EscrowError } from '../errors/escrow-error.ts';

/** One deadline for all requests of a call. The caller's signal ends it early. */
export interface Deadline {
  /** Aborts as soon as the deadline passes. Its reason is the error of the call. */
  signal: AbortSignal;
  /** Rejects with that error as soon as the deadline passes. */
  expired: Promise<never>;
  /** Waits for a delay. */
  wait(delayInMs: number): Promise<void>;
}

/** When a deadline passes, and which error it causes. */
export interface DeadlineOptions {
  timeoutInMs: number;
  /** The caller's signal. */
  signal?: AbortSignal | undefined;
  createError(code: 'timeout' | 'aborted'): EscrowError;
}

/** Runs work until it settles or the deadline passes. Work that goes on after the deadline is ignored. */
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

/**
 * How an event whose handler ends the process is told from those that were with other handlers in it.
 *
 * The flag `alone` of an event is set while it is the only one with a handler in its process, which is committed before the
 * handler is called, and is cleared before another one begins beside it. When a process dies, what it leaves is one of two:
 *
 * - an event that was alone. Nobody else can have ended the process, so the attempt has failed: the event waits for its next
 *   attempt like any other, or is dead.
 * - events that ran beside each other. Any of them may have ended the process, so none is charged: each gets its attempt back.
 *
 * Both become suspects: pending, with `alone` set. A suspect begins when nothing else runs, and nothing begins beside it.
 * So an event that ends the process again and again is charged each time, and no other ever is. A suspect that its process
 * survives is none any more.
 *
 * Handlers that hang must not hold up a process: after `aloneLimitInMs` a handler no longer keeps a suspect from beginning, nor
 * a suspect the others. A suspect that begins beside such a handler is not alone.
 */
const aloneLimitInMs = 30_000;

/** A handler that was called, or is about to be. */
export interface InProgress {
  /** By `performance.now()`. */
  beganAt: number;
  isSuspect: boolean;
}

/** Whether an event may begin beside those in progress. */
export function mayBegin(inProgress: Iterable<InProgress>, isSuspect: boolean): boolean {
  const now = performance.now();
  for (const running of inProgress) {
    if ((isSuspect || running.isSuspect) && now - running.beganAt < aloneLimitInMs) return false;
  }
  return true;
}

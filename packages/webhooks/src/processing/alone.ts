/**
 * Finds the event whose handler crashes its process, so that only this event is charged an attempt.
 *
 * The flag `alone` marks an event that is the only one in progress in its process. It is committed before the handler is called,
 * and cleared before another event starts beside it. A dead process leaves one of two things:
 *
 * - one event, marked `alone`. Nothing else can have ended the process, so the attempt has failed: the event is retried, or dead.
 * - events that ran side by side. Any of them may have ended the process, so none is charged: each gets its attempt back.
 *
 * Both become suspects: pending, with `alone` set. A suspect starts when nothing else is in progress, and nothing starts beside
 * it. So an event that ends its process again and again is charged each time, and no other event ever is. Once a process
 * survives a suspect, it is no longer one.
 *
 * With `mayCrash: false` nothing becomes a suspect.
 *
 * A handler that hangs must not block its process: once it has run for `aloneLimitInMs`, suspects may start beside it, and other
 * events beside a suspect. A suspect that starts beside such a handler is not alone.
 */
const aloneLimitInMs = 30_000;

/** An event whose handler was called, or is about to be. */
export interface InProgress {
  /** By `performance.now()`. */
  beganAt: number;
  isSuspect: boolean;
}

/** Whether an event may start beside those in progress. */
export function mayBegin(inProgress: Iterable<InProgress>, isSuspect: boolean): boolean {
  const now = performance.now();
  for (const running of inProgress) {
    if ((isSuspect || running.isSuspect) && now - running.beganAt < aloneLimitInMs) return false;
  }
  return true;
}

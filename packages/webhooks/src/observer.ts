import type { ContractEvent, InsertOutcome } from './event.ts';

/**
 * Observes a receiver and its handlers, for traces and metrics. Each callback receives a result and its duration. Nothing waits for
 * a callback, and its errors are ignored.
 */
export interface WebhookObserver {
  /** A request was answered. */
  receive?(result: ReceiveResult): unknown;
  /** A verified body was stored or quarantined, or the inbox failed. `receive` follows. */
  store?(result: StoreResult): unknown;
  /** An attempt to handle an event ended: the handler and the commit. */
  process?(result: ProcessResult): unknown;
}

/** How a request was answered. */
interface ReceiveResult {
  /** The status code of the answer. */
  status: number;
  /** Why it is not a plain 200, such as `signature_mismatch`; undefined otherwise. */
  reason: string | undefined;
  durationInMs: number;
}

/** The result of storing a verified body. */
type StoreResult = Result<InsertOutcome | 'quarantined'> & {
  /** Undefined if the body holds none. */
  event: ContractEvent | undefined;
};

/** The result of an attempt. */
type ProcessResult = Result<'done'> & {
  /** Undefined if this version cannot read the stored body. */
  event: ContractEvent | undefined;
  /** 1 for the first attempt. */
  attempt: number;
  isLate: boolean;
  receivedAt: Date;
};

/** `error` is thrown by the inbox, the handler or the database, or is the reason of the abort. It may contain data of the event. */
type Result<Outcome> = ({ outcome: Outcome; error?: undefined } | { outcome: 'failed'; error: unknown }) & {
  durationInMs: number;
};

/** Settles as the work does, and passes the result to an observer. */
export async function observe<Outcome>(
  work: () => Promise<Outcome>,
  notify: (result: Result<Outcome>) => unknown,
): Promise<Outcome> {
  const startedAt = performance.now();
  try {
    const outcome = await work();
    ignoreErrors(() => notify({ outcome, durationInMs: performance.now() - startedAt }));
    return outcome;
  } catch (error) {
    ignoreErrors(() => notify({ outcome: 'failed', error, durationInMs: performance.now() - startedAt }));
    throw error;
  }
}

/** Calls a function of the user. Nothing waits for it, and what it throws or rejects with is ignored. */
export function ignoreErrors(call: () => unknown): void {
  // Async, so that a function that throws at once rejects, too.
  (async () => call())().catch(() => {});
}

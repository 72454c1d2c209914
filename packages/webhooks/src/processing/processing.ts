import { configurationError } from '../errors/webhook-error.ts';
import type { ContractEvent } from '../event/event.ts';
import { ignoreErrors, type WebhookObserver } from '../observation/observer.ts';
import { createPlan, type PlanRetry } from './plan-retry.ts';

/** What a handler gets besides the event. */
export interface EventContext<Transaction = unknown> {
  key: string;
  /** The body as it was signed. */
  rawBody: string;
  /**
   * 1 for the first attempt. If the process died during an attempt, it counts only if no other event was being handled there:
   * otherwise the next attempt has the same number.
   */
  attempt: number;
  /** Whether a later status of the milestone was handled already: no order of arrival is promised (HOOK-7). */
  isLate: boolean;
  /** Whether the event names no milestone, so that a repeat cannot be recognised (HOOK-7). */
  isUnkeyed: boolean;
  receivedAt: Date;
  /**
   * Aborts when `stop` ends its wait, when `handlerTimeoutInMs` is over and, with PostgreSQL, when the connection of the
   * transaction ends. The transaction is then rolled back, and the event handled again later. The attempt counts as failed, except
   * after `stop`.
   */
  signal: AbortSignal;
  /** What is written through it commits atomically with marking the event done. */
  transaction: Transaction;
}

/** Handles one event. If it resolves, the event is done. If it rejects, the transaction is rolled back and the event retried. */
export type HandleEvent<Transaction = unknown> = (
  event: ContractEvent,
  context: EventContext<Transaction>,
) => Promise<void> | void;

/** How events are processed. All defaults are our choice: not shown. */
export interface ProcessingOptions {
  /** How many events are handled at the same time, each of another milestone. Default: 10. */
  concurrency?: number;
  /**
   * How long a handler may take. Default: 300 000. Then `context.signal` aborts, others get its slot, and the attempt has failed. A
   * handler that does not heed the signal goes on running, beside the next attempt at its event.
   */
  handlerTimeoutInMs?: number;
  /** How often an event is attempted before it is a dead letter. Default: 20, about half an hour with the default delays. */
  attempts?: number;
  /**
   * The longest delay after the first failed attempt. Default: 1000. It doubles with each attempt, and the actual delay is
   * random between 0 and it (full jitter).
   */
  firstDelayInMs?: number;
  /**
   * The delay at which the doubling ends. Default: 300 000. An event whose wait is longer than this, because the clock was put
   * back, is attempted at once.
   */
  longestDelayInMs?: number;
  /**
   * When a failed event is attempted again; undefined makes it a dead letter. It replaces `attempts` and `firstDelayInMs`, which
   * only stand in if it throws. A time later than `longestDelayInMs` from now is brought forward to that.
   */
  retryAt?: PlanRetry | undefined;
  /**
   * Whether the error of a handler shows that what it calls is down, for every event. Then fewer events are attempted, down to one
   * every two seconds, until an attempt succeeds. Default: none does, and each event waits by itself.
   */
  isOutage?: ((error: unknown) => boolean) | undefined;
  /**
   * Whether a handler may end its process. Then what was handled when a process died runs one event at a time at first, which finds
   * the one to blame. Default: true. Set it to false for handlers that only send: after a crash nothing waits for those that hang.
   */
  mayCrash?: boolean | undefined;
  /**
   * Deletes events that were received and done longer ago, at the start and once a minute, as `Inbox.prune` does. Default: they
   * stay until you call that.
   */
  retentionInMs?: number | undefined;
  /**
   * Called for each failed attempt, each failure of the store, and when nothing has moved for a minute. What it throws is
   * ignored. Default: a warning of the process, without the message of a handler's error, which may name people; one a minute
   * while the store keeps failing in the same way.
   */
  onError?: (error: unknown, failed?: FailedAttempt) => void;
  /** Its `process` runs around each attempt. */
  observer?: Pick<WebhookObserver, 'process'> | undefined;
}

/** An attempt that failed. */
export interface FailedAttempt {
  key: string;
  attempt: number;
  /** When the event is retried. Undefined if it is a dead letter now. */
  retryAt: Date | undefined;
}

/** Processing that was started. */
export interface Processing {
  /**
   * Starts no new event and waits for the handlers in progress, 30 s by default. Then it aborts their signal and releases
   * their events, which takes at most 10 s more, even if the store does not answer. It never rejects, and may be called twice.
   */
  stop(options?: { limitInMs?: number }): Promise<void>;
}

/** The options of processing with their defaults. */
export interface ProcessingSettings
  extends Required<Pick<ProcessingOptions, 'concurrency' | 'handlerTimeoutInMs' | 'longestDelayInMs'>> {
  planRetry: PlanRetry;
  mayCrash: boolean;
  retentionInMs: number | undefined;
  observer: ProcessingOptions['observer'];
  /** The caller's `onError`. What it throws is ignored. */
  onError: NonNullable<ProcessingOptions['onError']>;
  /** The caller's `isOutage`; false if it throws. */
  isOutage: NonNullable<ProcessingOptions['isOutage']>;
  now: () => Date;
}

/** How long a warning about the store is not repeated. */
const warningIntervalInMs = 60_000;

/** The default `onError`: no failure is silent, but the message of a handler's error stays in the inbox. */
function createWarner(): NonNullable<ProcessingOptions['onError']> {
  const warned = new Set<string>();
  let beganAt = performance.now();
  return (error, failed) => {
    if (failed) return warn(describe(failed));
    const now = performance.now();
    if (now - beganAt >= warningIntervalInMs) {
      warned.clear();
      beganAt = now;
    }
    const text = String(error);
    if (!warned.has(text)) warn(text);
    warned.add(text);
  };
}

const warn = (text: string): void => globalThis.process?.emitWarning?.(text, 'EscrowWebhooksWarning');

function describe({ key, attempt, retryAt }: FailedAttempt): string {
  const next = retryAt ? `the next one is at ${retryAt.toISOString()}` : 'it was the last one, so the event is dead';
  const remedy = 'Its lastError in the inbox says why; pass onError to start() to get the error at once.';
  return `Attempt ${attempt} at the event ${key} failed; ${next}. ${remedy}`;
}

/** The longest delay of a timer. A timer with a longer one fires at once. */
export const longestTimerInMs: number = 2 ** 31 - 1;

/** Throws unless all are integers above 0 that a timer accepts. */
export function requireCounts(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options)) {
    const isCount = Number.isSafeInteger(value) && value > 0 && value <= longestTimerInMs;
    if (!isCount) throw configurationError(`${name}: set it to an integer above 0.`);
  }
}

/** Throws if an option cannot work. */
export function validateAndFill(
  {
    onError = createWarner(),
    isOutage = () => false,
    mayCrash = true,
    observer,
    retryAt,
    retentionInMs,
    ...options
  }: ProcessingOptions,
  now: () => Date,
): ProcessingSettings {
  const { concurrency = 10, handlerTimeoutInMs = 300_000 } = options;
  const { attempts = 20, firstDelayInMs = 1_000, longestDelayInMs = 300_000 } = options;
  const counts = { concurrency, handlerTimeoutInMs, attempts, firstDelayInMs, longestDelayInMs };
  requireCounts(counts);
  if (retentionInMs !== undefined && !(retentionInMs >= 0)) {
    throw configurationError('retentionInMs: set it to the milliseconds for which to keep events, at least 0.');
  }
  const report: ProcessingSettings['onError'] = (...failure) => ignoreErrors(() => onError(...failure));
  return {
    concurrency,
    handlerTimeoutInMs,
    longestDelayInMs,
    mayCrash,
    planRetry: createPlan({ ...counts, retryAt }, report),
    isOutage: (error) => {
      try {
        return isOutage(error);
      } catch (failure) {
        report(failure);
        return false;
      }
    },
    onError: report,
    retentionInMs,
    observer,
    now,
  };
}

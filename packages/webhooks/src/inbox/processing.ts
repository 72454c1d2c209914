import { configurationError } from '../errors.ts';
import { type ContractEvent, type StatusNames, toEvent, UnreadableBodyError } from '../event.ts';
import { knownStatuses } from '../generated/contract-event.ts';
import { ignoreErrors, type WebhookObserver } from '../observer.ts';

/** The second argument of a handler. */
export interface EventContext<Transaction = unknown> {
  key: string;
  /** The body as it was signed. */
  rawBody: string;
  /**
   * 1 for the first attempt. An attempt during which the process dies does not count: the next attempt has the same number. It
   * counts only if an earlier process died with this event, and no other handler is running.
   */
  attempt: number;
  /** Whether a later status of the milestone was handled already: no order of arrival is promised (HOOK-7). */
  isLate: boolean;
  /** Whether the event has no milestone, so that a repetition cannot be recognized (HOOK-7). */
  isUnkeyed: boolean;
  receivedAt: Date;
  /**
   * Aborts when `stop` ends its wait, when `handlerTimeoutInMs` is over and, with PostgreSQL, when the connection of the
   * transaction ends. The transaction is rolled back, and the event is handled again later. Except after `stop`, the attempt has
   * failed.
   */
  signal: AbortSignal;
  /** Its writes commit atomically with marking the event done. */
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
   * How long a handler may take. Default: 300 000. Then `context.signal` aborts, its slot is free, and the attempt has failed. A
   * handler that ignores the signal keeps running while the next attempt at its event starts.
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
   * Returns when to retry a failed event; undefined makes it a dead letter. It replaces `attempts` and `firstDelayInMs`, which
   * apply only if it throws. The delay is at most `longestDelayInMs`.
   */
  retryAt?: PlanRetry | undefined;
  /**
   * Whether an error means that every event would fail, for example because an endpoint is down. Then fewer events are attempted,
   * down to one every two seconds, until an attempt succeeds. Default: no error does.
   */
  isOutage?: ((error: unknown) => boolean) | undefined;
  /**
   * Whether a handler can crash its process. If so, interrupted events run one at a time after a crash, which shows the one that
   * caused it. Default: true. Set it to false for handlers that only send requests.
   */
  mayCrash?: boolean | undefined;
  /**
   * Deletes events that were received and done longer ago, at the start and once a minute, like `Inbox.prune`. Default: never.
   */
  retentionInMs?: number | undefined;
  /**
   * Called for each failed attempt, for each failure of the store, when nothing has moved for a minute, and if another receiver of
   * this process handles the same inbox. Its errors are ignored. Default: a process warning without the message of a handler's
   * error, which may contain personal data. The same failure of the store is warned of once a minute.
   */
  onError?: (error: unknown, failed?: FailedAttempt) => void;
  /** Its `process` is called after each attempt. */
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
   * Starts no new handler and waits for the running ones, 30 s by default. Then it aborts their signals and releases their events,
   * within 10 s, even if the store does not answer. It never rejects, and can be called twice.
   */
  stop(options?: { limitInMs?: number }): Promise<void>;
}

/** The options of processing with their defaults. */
export interface ProcessingSettings
  extends Required<Pick<ProcessingOptions, 'concurrency' | 'handlerTimeoutInMs' | 'longestDelayInMs'>>,
    Pick<ProcessingOptions, 'retentionInMs' | 'observer'> {
  mayCrash: boolean;
  planRetry: PlanRetry;
  /** The caller's `onError`. What it throws is ignored. */
  onError: NonNullable<ProcessingOptions['onError']>;
  /** The caller's `isOutage`; false if it throws. */
  isOutage: NonNullable<ProcessingOptions['isOutage']>;
  now: () => Date;
}

/** Throws if an option cannot work. */
export function validateAndFill(
  {
    concurrency = 10,
    handlerTimeoutInMs = 300_000,
    attempts = 20,
    firstDelayInMs = 1_000,
    longestDelayInMs = 300_000,
    mayCrash = true,
    onError = createWarner(),
    isOutage = () => false,
    retryAt,
    retentionInMs,
    observer,
  }: ProcessingOptions,
  now: () => Date,
): ProcessingSettings {
  const delays = { attempts, firstDelayInMs, longestDelayInMs };
  requireCounts({ concurrency, handlerTimeoutInMs, ...delays });
  if (retentionInMs !== undefined && !(retentionInMs >= 0)) {
    throw configurationError('retentionInMs: set it to 0 or more milliseconds.');
  }
  const report: ProcessingSettings['onError'] = (...failure) => ignoreErrors(() => onError(...failure));
  return {
    concurrency,
    handlerTimeoutInMs,
    longestDelayInMs,
    mayCrash,
    planRetry: createPlan(retryAt, delays, report),
    isOutage(error) {
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

/** The longest delay of a timer. A timer with a longer one fires at once. */
export const longestTimerInMs: number = 2 ** 31 - 1;

/** Throws unless all are integers above 0 that a timer accepts. */
export function requireCounts(options: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(options)) {
    const isCount = Number.isSafeInteger(value) && value > 0 && value <= longestTimerInMs;
    if (!isCount) throw configurationError(`${name}: set it to an integer above 0.`);
  }
}

/** How long a warning about the store is not repeated. */
const warningIntervalInMs = 60_000;

/** The default `onError`: no failure is silent, but the message of a handler's error stays in the inbox. */
function createWarner(): NonNullable<ProcessingOptions['onError']> {
  const warnedAt = new Map<string, number>();
  return (error, failed) => {
    if (failed) return warn(describe(failed));
    const text = String(error);
    const now = performance.now();
    if (now - (warnedAt.get(text) ?? Number.NEGATIVE_INFINITY) < warningIntervalInMs) return;
    warnedAt.set(text, now);
    warn(text);
  };
}

const warn = (text: string): void => globalThis.process?.emitWarning?.(text, 'EscrowWebhooksWarning');

function describe({ key, attempt, retryAt }: FailedAttempt): string {
  const next = retryAt ? `the next one is at ${retryAt.toISOString()}` : 'it was the last one, so the event is dead';
  const remedy = 'Its lastError in the inbox says why; pass onError to start() to get the error at once.';
  return `Attempt ${attempt} at the event ${key} failed; ${next}. ${remedy}`;
}

/**
 * Handles the events of one status. The event is done when the returned promise resolves. If it rejects, the event is retried,
 * and later events of its milestone wait until it is done or dead: reject only what may succeed later.
 */
type EventHandler<Status extends ContractEvent['status'], Transaction = unknown> = (
  event: Extract<ContractEvent, { status: Status }>,
  context: EventContext<Transaction>,
) => unknown;

/**
 * A handler for each status; `unknown` gets all unknown statuses (HOOK-8). An event that arrives after a later status of its
 * milestone (HOOK-7) goes to `late` if it is set, or else to the handler of its status, with `context.isLate`. An event without
 * a handler is done.
 */
export type EventHandlers<Transaction = unknown> = {
  [Status in ContractEvent['status']]?: EventHandler<Status, Transaction>;
} & { late?: EventHandler<ContractEvent['status'], Transaction> };

/**
 * Combines the handlers into one function, for `inbox.start`.
 * @param statuses The deployment's status names, mapped to the service's. Default: the service's names.
 * @throws WebhookError with the code `configuration` if no event has the status that a handler is named after.
 */
export function handleByStatus<Transaction = unknown>(
  handlers: EventHandlers<Transaction>,
  statuses?: StatusNames,
): HandleEvent<Transaction> {
  const names: readonly string[] = [...knownStatuses, 'unknown', 'late'];
  const wrong = Object.keys(handlers).find((name) => !names.includes(name));
  if (wrong) throw configurationError(`handlers: no event has the status ${wrong}. Use ${names.join(', ')}.`);
  const unusable = Object.entries(handlers).find(([, handler]) => handler && typeof handler !== 'function');
  if (unusable) throw configurationError(`handlers: ${unusable[0]} is not a function.`);
  return (stored, context) => {
    // The inbox has the status as it was sent.
    const event = (statuses && toEvent(stored.body, statuses)) ?? stored;
    const handler = (context.isLate && handlers.late) || handlers[event.status];
    return (handler as HandleEvent<Transaction> | undefined)?.(event, context);
  };
}

/** An event whose attempt failed. */
export interface FailedEvent {
  /** What the handler threw. */
  error: unknown;
  /** As in `EventContext`. */
  attempt: number;
  receivedAt: Date;
  /** When it arrived, was replayed, or a pause of the inbox ended, whichever is latest. Count deadlines from here. */
  openSince: Date;
  /** By the clock of the inbox. */
  now: Date;
}

/** Plans the next attempt after one failed; undefined if none is to follow. */
type PlanRetry = (failed: FailedEvent) => Date | undefined;

type Delays = Required<Pick<ProcessingOptions, 'attempts' | 'firstDelayInMs' | 'longestDelayInMs'>>;

/** The caller's plan, or the one by attempts. That one stands in if the caller's throws or returns no time. */
function createPlan(retryAt: PlanRetry | undefined, delays: Delays, report: (error: unknown) => void): PlanRetry {
  const byAttempts: PlanRetry = ({ attempt, now }) =>
    attempt >= delays.attempts ? undefined : new Date(now.getTime() + retryDelayInMs(attempt, delays));
  if (!retryAt) return byAttempts;
  return (failed) => {
    try {
      const planned = retryAt(failed);
      if (planned === undefined || Number.isFinite(planned.getTime())) return planned;
      throw new TypeError('retryAt must return a valid date or undefined.');
    } catch (error) {
      report(error);
      return byAttempts(failed);
    }
  };
}

/** Random between 0 and `firstDelayInMs * 2^(attempt - 1)`, at most `longestDelayInMs`: full jitter. */
function retryDelayInMs(
  attempt: number,
  { firstDelayInMs, longestDelayInMs }: Pick<Delays, 'firstDelayInMs' | 'longestDelayInMs'>,
): number {
  return Math.floor(Math.random() * Math.min(longestDelayInMs, firstDelayInMs * 2 ** (attempt - 1)));
}

/** The latest time for which a retry is planned. Anything due later was planned before the clock was put back, and is due now. */
export const latestDueTime = (now: Date, { longestDelayInMs }: Pick<Delays, 'longestDelayInMs'>): Date =>
  new Date(now.getTime() + longestDelayInMs);

/** What a failed attempt changes about its event. */
export interface Failure {
  /** Undefined if no attempt is left or can succeed: the event is dead. */
  retryAt: Date | undefined;
  /** The error message. */
  lastError: string;
}

/** Plans the next attempt after this one (1 for the first) failed now. */
export function failureOf(
  error: unknown,
  { attempt, receivedAt, openSince }: Pick<FailedEvent, 'attempt' | 'receivedAt' | 'openSince'>,
  settings: ProcessingSettings,
): Failure {
  const lastError = messageOf(error);
  if (error instanceof UnreadableBodyError) return { retryAt: undefined, lastError };
  const now = settings.now();
  const planned = settings.planRetry({ error, attempt, receivedAt, openSince, now });
  const latest = latestDueTime(now, settings);
  return { retryAt: planned && planned > latest ? latest : planned, lastError };
}

/** Longer messages are cut. */
const longestMessageInCharacters = 1_000;

/** The message of any thrown value, in a form that every database accepts. PostgreSQL refuses U+0000. */
const messageOf = (error: unknown): string =>
  textOf(error).slice(0, longestMessageInCharacters).replaceAll('\u0000', '\ufffd').toWellFormed();

function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'The handler threw a value that cannot be printed.';
  }
}

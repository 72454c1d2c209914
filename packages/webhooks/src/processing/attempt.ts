import { WebhookError } from '../errors.ts';
import { type ContractEvent, parseEvent } from '../event.ts';
import { observe, type ProcessResult } from '../observer.ts';
import type { StoredEvent } from '../stored-event.ts';
import type { HandleEvent, ProcessingSettings } from './processing.ts';

/** An event whose attempt has started. */
export interface ClaimedEvent extends Pick<StoredEvent, 'key' | 'rawBody' | 'receivedAt' | 'traceParent'> {
  /** Its place in the order of arrival, which identifies it in the store. */
  seq: number;
  orderingKey: string;
  /** The number of this attempt, 1 for the first. */
  attempt: number;
  isLate: boolean;
}

/** What a handler call needs beside the event. */
export interface HandlerCall<Transaction> {
  handle: HandleEvent<Transaction>;
  transaction: Transaction;
  signal: AbortSignal;
}

/** Calls the handler with a claimed event. Rejects with its error, or with the signal's reason once that aborts. */
export async function callHandler<Transaction>(
  claimed: ClaimedEvent,
  { handle, transaction, signal }: HandlerCall<Transaction>,
): Promise<void> {
  const { key, rawBody, attempt, isLate, receivedAt } = claimed;
  const event = parseEvent(rawBody);
  if (!event) throw new UnreadableBodyError(key);
  signal.throwIfAborted();
  const isUnkeyed = event.milestoneId === undefined;
  const context = { key, attempt, isLate, isUnkeyed, receivedAt, signal, transaction };
  await untilAborted(() => handle(event, context), signal);
}

/** Runs an attempt, its handler and its commit, inside the observer's `process`. */
export function observeAttempt(
  { rawBody, attempt, isLate, receivedAt, traceParent }: ClaimedEvent,
  observer: ProcessingSettings['observer'],
  work: () => Promise<void>,
): Promise<void> {
  return observe<void, ProcessResult>(
    observer?.process &&
      ((run) => observer.process?.(run, { event: parseEvent(rawBody), attempt, isLate, receivedAt, traceParent })),
    work,
    (settled) => ('error' in settled ? { outcome: 'failed', error: settled.error } : { outcome: 'done' }),
  );
}

/** The stored body of an event holds none. Another attempt would change nothing. */
class UnreadableBodyError extends WebhookError {
  constructor(key: string) {
    super(
      'inbox',
      `The body stored under the key ${key} holds no event: it was damaged, or another version of this package took it for one. Correct it in the store, then replay the event.`,
    );
  }
}

/** In place of the event of a damaged body. */
const noEvent: ContractEvent = {
  status: 'unknown',
  receivedStatus: '',
  milestoneId: undefined,
  referenceId: undefined,
  body: {},
};

/** The event of a stored body. The body decides, so a status that was unknown when the event was stored may be known now. */
export function readStoredEvent({
  key,
  rawBody,
}: Pick<StoredEvent, 'key' | 'rawBody'>): Pick<StoredEvent, 'event' | 'damage'> {
  const event = parseEvent(rawBody);
  return event ? { event, damage: undefined } : { event: noEvent, damage: new UnreadableBodyError(key).message };
}

/** Rejects as soon as the signal aborts. The work itself continues: only the same signal can stop it. */
function untilAborted(work: () => Promise<void> | void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    Promise.resolve()
      .then(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Longer messages are cut. */
const longestMessageInCharacters = 1_000;

/** What becomes of an event after a failed attempt. */
export interface Failure {
  /** Undefined if no attempt is left or can succeed: the event is dead. */
  retryAt: Date | undefined;
  /** The error message. */
  lastError: string;
}

/** Plans the next attempt after this one (1 for the first) failed now. */
export function failureOf(error: unknown, attempt: number, settings: RetrySettings): Failure {
  const lastError = messageOf(error);
  const isLast = attempt >= settings.attempts || error instanceof UnreadableBodyError;
  if (isLast) return { retryAt: undefined, lastError };
  return { retryAt: new Date(settings.now().getTime() + retryDelayInMs(attempt, settings)), lastError };
}

/** Random between 0 and `firstDelayInMs * 2^(attempt - 1)`, at most `longestDelayInMs`: full jitter. */
export function retryDelayInMs(
  attempt: number,
  { firstDelayInMs, longestDelayInMs }: Pick<ProcessingSettings, 'firstDelayInMs' | 'longestDelayInMs'>,
  random: () => number = Math.random,
): number {
  return Math.floor(random() * Math.min(longestDelayInMs, firstDelayInMs * 2 ** (attempt - 1)));
}

/**
 * A due time after this one was set before the clock was put back: no delay is that long. So the event is due, and a clock that
 * was wrong holds up nothing.
 */
export const latestDueTime = (now: Date, { longestDelayInMs }: DelaySettings): Date =>
  new Date(now.getTime() + longestDelayInMs);

/** What decides on the next attempt. */
export type RetrySettings = Pick<ProcessingSettings, 'attempts' | 'firstDelayInMs' | 'longestDelayInMs' | 'now'>;

/** What bounds the delay of a retry. */
export type DelaySettings = Pick<ProcessingSettings, 'longestDelayInMs'>;

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

import { WebhookError } from '../errors/webhook-error.ts';
import { type ContractEvent, parseEvent } from '../event/event.ts';
import { type StoredEvent, UnreadableBodyError } from '../event/stored-event.ts';
import { observe, type ProcessResult } from '../observation/observer.ts';
import type { EventContext, HandleEvent, ProcessingSettings } from './processing.ts';

/** An event whose attempt has started. */
export interface ClaimedEvent extends Pick<StoredEvent, 'key' | 'rawBody' | 'receivedAt'> {
  /** Its position in the order of arrival, which identifies it in the store. */
  seq: number;
  orderingKey: string;
  /** The number of this attempt, 1 for the first. */
  attempt: number;
  isLate: boolean;
  /** As in `FailedEvent`. */
  openSince: Date;
}

/** Runs an attempt, its handler and its commit, inside the observer's `process`. */
export function observeAttempt(
  { rawBody, attempt, isLate, receivedAt }: ClaimedEvent,
  observer: ProcessingSettings['observer'],
  work: () => Promise<void>,
): Promise<void> {
  return observe<void, ProcessResult>(
    observer?.process &&
      ((run) => observer.process?.(run, { event: parseEvent(rawBody), attempt, isLate, receivedAt })),
    work,
    (settled) => ('error' in settled ? { outcome: 'failed', error: settled.error } : { outcome: 'done' }),
  );
}

interface HandlerCall<Transaction> extends Pick<EventContext<Transaction>, 'transaction'> {
  handle: HandleEvent<Transaction>;
  /** Aborts when the attempt has to end before its time is over. */
  signal: AbortSignal;
  timeoutInMs: number;
}

/**
 * Calls the handler with a claimed event. Rejects with its error, with the signal's reason once that aborts, or with a WebhookError
 * when the time is over.
 */
export async function callHandler<Transaction>(claimed: ClaimedEvent, call: HandlerCall<Transaction>): Promise<void> {
  const { key, rawBody, attempt, isLate, receivedAt } = claimed;
  const { handle, transaction, timeoutInMs } = call;
  const event = parseEvent(rawBody);
  if (!event) throw new UnreadableBodyError(key);
  call.signal.throwIfAborted();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(timeoutError(event, { key, timeoutInMs })), timeoutInMs);
  const signal = AbortSignal.any([call.signal, timeout.signal]);
  const isUnkeyed = event.milestoneId === undefined;
  const context = { key, rawBody, attempt, isLate, isUnkeyed, receivedAt, signal, transaction };
  await untilAborted(() => handle(event, context), signal).finally(() => clearTimeout(timer));
}

function timeoutError(
  { milestoneId }: ContractEvent,
  { key, timeoutInMs }: { key: string; timeoutInMs: number },
): WebhookError {
  const milestone = milestoneId === undefined ? 'no milestone' : `milestone ${milestoneId}`;
  return new WebhookError(
    'inbox',
    `The handler of the event ${key} (${milestone}) did not end within ${timeoutInMs} ms (handlerTimeoutInMs). It goes on running unless it heeds context.signal: give what it waits for a time limit.`,
  );
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

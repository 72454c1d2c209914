import { configurationError } from '../errors/webhook-error.ts';
import { type ContractEvent, parseEvent, type StatusNames, toEvent } from '../event/event.ts';
import { type StoredEvent, UnreadableBodyError } from '../event/stored-event.ts';
import { knownStatuses } from '../generated/contract-event.ts';
import { observe, type ProcessResult } from '../observation/observer.ts';
import type { EventContext, HandleEvent, ProcessingSettings } from './processing.ts';

/** An event whose attempt has started. */
export interface ClaimedEvent extends Pick<StoredEvent, 'key' | 'rawBody' | 'receivedAt' | 'traceParent'> {
  /** Its position in the order of arrival, which identifies it in the store. */
  seq: number;
  orderingKey: string;
  /** The number of this attempt, 1 for the first. */
  attempt: number;
  isLate: boolean;
  /** As in `FailedEvent`. */
  openSince: Date;
}

/**
 * No delay reaches beyond this time, so a later due time was set before the clock was put back. The event is due then, and a
 * wrong clock holds up nothing.
 */
export const latestDueTime = (now: Date, { longestDelayInMs }: ProcessingSettings): Date =>
  new Date(now.getTime() + longestDelayInMs);

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

/** Calls the handler with a claimed event. Rejects with its error, or with the signal's reason once that aborts. */
export async function callHandler<Transaction>(
  claimed: ClaimedEvent,
  call: { handle: HandleEvent<Transaction> } & Pick<EventContext<Transaction>, 'transaction' | 'signal'>,
): Promise<void> {
  const { key, rawBody, attempt, isLate, receivedAt } = claimed;
  const { handle, transaction, signal } = call;
  const event = parseEvent(rawBody);
  if (!event) throw new UnreadableBodyError(key);
  signal.throwIfAborted();
  const isUnkeyed = event.milestoneId === undefined;
  const context = { key, rawBody, attempt, isLate, isUnkeyed, receivedAt, signal, transaction };
  await untilAborted(() => handle(event, context), signal);
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

/**
 * Handles the events of one status. The event is done when the returned promise resolves. If it rejects, the event is retried,
 * and later events of its milestone wait until it is done or dead: reject only what may succeed later.
 */
type EventHandler<Status extends ContractEvent['status'], Transaction = unknown> = (
  event: Extract<ContractEvent, { status: Status }>,
  context: EventContext<Transaction>,
) => unknown;

/**
 * What to do with events, by status; `unknown` gets every status that is not known (HOOK-8). An event that comes after a later
 * status of its milestone (HOOK-7) goes to `late` if there is one, otherwise to the handler of its status, with `context.isLate`.
 * An event without a handler counts as done.
 */
export type EventHandlers<Transaction = unknown> = {
  [Status in ContractEvent['status']]?: EventHandler<Status, Transaction>;
} & { late?: EventHandler<ContractEvent['status'], Transaction> };

/**
 * Combines the handlers into one function, for `inbox.start`.
 * @param statusNames The names of the statuses, if your deployment has others: `statuses` of its `webhookDeployment`.
 * @throws WebhookError with the code `configuration` if no event has the status that a handler is named after.
 */
export function handleByStatus<Transaction = unknown>(
  handlers: EventHandlers<Transaction>,
  statusNames?: StatusNames,
): HandleEvent<Transaction> {
  const names: readonly string[] = [...knownStatuses, 'unknown', 'late'];
  const wrong = Object.keys(handlers).find((name) => !names.includes(name));
  if (wrong) throw configurationError(`handlers: no event has the status ${wrong}. Use ${names.join(', ')}.`);
  const unusable = Object.entries(handlers).find(([, handler]) => handler && typeof handler !== 'function');
  if (unusable) throw configurationError(`handlers: ${unusable[0]} is not a function.`);
  return (stored, context) => {
    // The inbox has the status as it was sent.
    const event = (statusNames && toEvent(stored.body, statusNames)) ?? stored;
    const handler = (context.isLate && handlers.late) || handlers[event.status];
    return (handler as HandleEvent<Transaction> | undefined)?.(event, context);
  };
}

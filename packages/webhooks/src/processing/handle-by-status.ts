import { configurationError } from '../errors/webhook-error.ts';
import { type ContractEvent, type StatusNames, toEvent } from '../event/event.ts';
import { knownStatuses } from '../generated/contract-event.ts';
import type { EventContext, HandleEvent } from './processing.ts';

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
 * @param statuses A deployment's names of statuses, each with the service's, whose handler gets its events. Default: the service's names.
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

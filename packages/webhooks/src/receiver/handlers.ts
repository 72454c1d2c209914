import { configurationError } from '../errors.ts';
import type { ContractEvent } from '../event.ts';
import { knownStatuses } from '../generated/contract-event.ts';
import type { EventContext, HandleEvent } from '../processing/processing.ts';

/**
 * Handles the events of one status. The event is done when the promise it returns resolves. If it rejects, the event is retried, and
 * later events of its milestone wait until it is done or dead: reject only what may succeed later.
 */
type EventHandler<Status extends ContractEvent['status'], Transaction = unknown> = (
  event: Extract<ContractEvent, { status: Status }>,
  context: EventContext<Transaction>,
) => unknown;

/**
 * What to do with events, by status; `unknown` takes every status that is not known (HOOK-8). An event that comes after a
 * later status of its milestone (HOOK-7) goes to `late` if that is given, and to the handler of its status otherwise, with
 * `context.isLate`. An event without a handler counts as done.
 */
export type EventHandlers<Transaction = unknown> = {
  [Status in ContractEvent['status']]?: EventHandler<Status, Transaction>;
} & { late?: EventHandler<ContractEvent['status'], Transaction> };

/**
 * The handlers as one function, for `inbox.start`.
 * @throws WebhookError with the code `configuration` if a handler has a name that no event would reach.
 */
export function handleByStatus<Transaction = unknown>(handlers: EventHandlers<Transaction>): HandleEvent<Transaction> {
  const names: readonly string[] = [...knownStatuses, 'unknown', 'late'];
  const wrong = Object.keys(handlers).find((name) => !names.includes(name));
  if (wrong) throw configurationError(`handlers: no event has the status ${wrong}. Use ${names.join(', ')}.`);
  const unusable = Object.entries(handlers).find(([, handler]) => handler && typeof handler !== 'function');
  if (unusable) throw configurationError(`handlers: ${unusable[0]} is not a function.`);
  return (event, context) => {
    const handler = (context.isLate && handlers.late) || handlers[event.status];
    return (handler as HandleEvent<Transaction> | undefined)?.(event, context);
  };
}

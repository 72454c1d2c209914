import { WebhookError } from '../errors/webhook-error.ts';
import type { ContractEvent } from '../event.ts';
import { parseEvent } from '../parse-event.ts';

/**
 * The event of a stored body. The body is what is kept, so a status that a later version knows is known for the events
 * from before as well.
 */
export function readEvent({ key, rawBody }: { key: string; rawBody: string }): ContractEvent {
  const event = parseEvent(rawBody);
  if (event) return event;
  throw new WebhookError(
    'inbox',
    `The body stored under the key ${key} is no event for this version: update the package.`,
  );
}

import type { IncomingEvent } from '../../../src/event.ts';
import { eventKey, parseEvent } from '../../../src/index.ts';

/** The body that the service would send. */
export interface Sent {
  contractId?: string | undefined;
  status?: string;
  referenceId?: string | undefined;
  [field: string]: unknown;
}

/** An event as the receiver passes it to the inbox. */
export async function incoming(sent: Sent = {}, receivedAt: Date = new Date()): Promise<IncomingEvent> {
  const rawBody = JSON.stringify({ contractId: 'milestone-1', status: 'PAID', referenceId: 'reference-1', ...sent });
  const event = parseEvent(rawBody);
  if (!event) throw new Error(`No event: ${rawBody}`);
  return { key: await eventKey(event, rawBody), event, rawBody, receivedAt };
}

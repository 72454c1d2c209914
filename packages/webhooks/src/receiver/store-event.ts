import { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import { eventKey } from '../event-key.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { parseEvent } from '../parse-event.ts';
import { type RawBody, textOf } from '../verify/raw-body.ts';
import { notify } from './notify.ts';
import type { WebhookReceiverOptions } from './options.ts';

/** Where a verified event goes, and who is told. */
interface EventStore extends Pick<WebhookReceiverOptions, 'onReceived'> {
  inbox: Pick<Inbox, 'insert' | 'quarantine'>;
  now: () => Date;
}

/**
 * Stores a verified body, and resolves after the commit. What holds no event is quarantined, because sending it again
 * changes nothing.
 * @throws WebhookVerificationError where the body was quarantined, and whatever the inbox throws.
 */
export async function storeEvent(rawBody: RawBody, secretIndex: number, store: EventStore): Promise<void> {
  const { inbox, now, onReceived } = store;
  const receivedAt = now();
  const text = textOf(rawBody);
  const event = text === undefined ? undefined : parseEvent(text);
  if (text === undefined || !event) {
    const reason = text === undefined ? 'body_not_utf8' : 'event_invalid';
    await inbox.quarantine({ rawBody: text ?? base64(rawBody), reason, receivedAt });
    throw new WebhookVerificationError(reason);
  }
  const key = await eventKey(event, text);
  const outcome = await inbox.insert({ key, event, rawBody: text, receivedAt });
  notify(onReceived, { event, outcome, secretIndex });
}

/** A body that is no UTF-8, as text. */
const base64 = (rawBody: RawBody): string =>
  btoa(Array.from(new Uint8Array(rawBody as ArrayBuffer), (byte) => String.fromCharCode(byte)).join(''));

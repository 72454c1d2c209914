import { WebhookVerificationError } from '../errors.ts';
import { parseEvent } from '../event.ts';
import { eventKey } from '../event-key.ts';
import { signatureHeader } from '../generated/contract-event.ts';
import { type RawBody, textOf } from '../verify/raw-body.ts';
import type { Refusal } from '../verify/refusal.ts';
import type { SignatureHeader } from '../verify/signature.ts';
import type { SignatureMatch } from '../verify/verification.ts';
import { answerTo, received, toRequestFailure } from './answer.ts';
import type { ReceiverSettings } from './options.ts';
import { readBody } from './read-body.ts';
import { checkRequest, headerValues, type WebhookRequest, type WebhookResponse } from './webhook-request.ts';

type Verified = SignatureMatch | Refusal;

/** Whether one of the receiver's secrets signed this body. */
export type VerifyBody = (rawBody: RawBody, signatureHeader: SignatureHeader) => Verified | Promise<Verified>;

/** Answers one request. It never rejects. */
export async function receiveWebhook<Transaction>(
  request: WebhookRequest,
  verifyBody: VerifyBody,
  settings: ReceiverSettings<Transaction>,
): Promise<WebhookResponse> {
  try {
    checkRequest(request, settings.bodyLimitInBytes);
    const rawBody = await readBody(request.body, settings);
    const match = await verifyBody(rawBody, headerValues(request, signatureHeader));
    if (!match.ok) throw new WebhookVerificationError(match.reason);
    await store(rawBody, match.secretIndex, settings);
    return received;
  } catch (error) {
    const failure = toRequestFailure(error);
    notify(settings.onError, failure);
    return answerTo(failure);
  }
}

/**
 * Stores a verified body and resolves after the commit. A body without an event is quarantined, because sending it again would
 * change nothing.
 * @throws WebhookVerificationError if the body was quarantined, and whatever the inbox throws.
 */
async function store<Transaction>(
  rawBody: RawBody,
  secretIndex: number,
  { inbox, now, onReceived }: ReceiverSettings<Transaction>,
): Promise<void> {
  const receivedAt = now();
  const text = textOf(rawBody);
  const event = text === undefined ? undefined : parseEvent(text);
  if (text === undefined || !event) {
    const reason = text === undefined ? 'body_not_utf8' : 'event_invalid';
    await inbox.quarantine({ rawBody: text ?? toBase64(rawBody), reason, receivedAt });
    throw new WebhookVerificationError(reason);
  }
  const key = await eventKey(event, text);
  const outcome = await inbox.insert({ key, event, rawBody: text, receivedAt });
  notify(onReceived, { event, outcome, secretIndex });
}

const toBase64 = (rawBody: RawBody): string =>
  btoa(Array.from(new Uint8Array(rawBody as ArrayBuffer), (byte) => String.fromCharCode(byte)).join(''));

/** Calls a listener. Whatever it does, the answer stays the same. */
function notify<Message>(listener: ((message: Message) => unknown) | undefined, message: Message): void {
  try {
    void Promise.resolve(listener?.(message)).catch(() => {});
  } catch {
    // A listener only observes.
  }
}

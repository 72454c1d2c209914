import { WebhookVerificationError } from '../errors.ts';
import { type ContractEvent, parseEvent } from '../event.ts';
import { eventKey } from '../event-key.ts';
import { signatureHeader } from '../generated/contract-event.ts';
import { ignoreErrors, observe, type ReceiveResult, type StoreResult, type WebhookObserver } from '../observer.ts';
import type { InsertOutcome } from '../stored-event.ts';
import { type RawBody, textOf } from '../verify/raw-body.ts';
import type { Refusal } from '../verify/refusal.ts';
import type { SignatureHeader } from '../verify/signature.ts';
import type { SignatureMatch } from '../verify/verification.ts';
import { answerTo, type RequestFailure, received, toRequestFailure } from './answer.ts';
import type { ReceiverSettings } from './options.ts';
import { readBody } from './read-body.ts';
import { checkRequest, headerValues, type WebhookRequest, type WebhookResponse } from './webhook-request.ts';

type Verified = SignatureMatch | Refusal;

/** Whether one of the receiver's secrets signed this body. */
export type VerifyBody = (rawBody: RawBody, signatureHeader: SignatureHeader) => Verified | Promise<Verified>;

/** Answers one request, inside the observer's `receive`. It never rejects. */
export async function receiveWebhook<Transaction>(
  request: WebhookRequest,
  verifyBody: VerifyBody,
  settings: ReceiverSettings<Transaction>,
): Promise<WebhookResponse> {
  const { observer, onError } = settings;
  const { failure, answer } = await observe<Received, ReceiveResult>(
    observer?.receive && ((run) => observer.receive?.(run)),
    (traceParent) => receive(request, { ...settings, verifyBody, traceParent }),
    (settled) => toReceiveResult('error' in settled ? failed(settled.error) : settled.value),
  );
  if (failure) ignoreErrors(() => onError?.(failure));
  return answer;
}

interface Received {
  answer: WebhookResponse;
  failure: RequestFailure | undefined;
}

interface Receiving<Transaction> extends ReceiverSettings<Transaction> {
  verifyBody: VerifyBody;
  traceParent: string | undefined;
}

const toReceiveResult = ({ answer: { status }, failure }: Received): ReceiveResult => ({
  status,
  reason: failure?.reason,
});

async function receive<Transaction>(request: WebhookRequest, receiving: Receiving<Transaction>): Promise<Received> {
  try {
    checkRequest(request, receiving.bodyLimitInBytes);
    const rawBody = await readBody(request.body, receiving);
    const match = await receiving.verifyBody(rawBody, headerValues(request, signatureHeader));
    if (!match.ok) throw new WebhookVerificationError(match.reason);
    await store(rawBody, match.secretIndex, receiving);
    return { answer: received, failure: undefined };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Received {
  const failure = toRequestFailure(error);
  return { answer: answerTo(failure), failure };
}

/**
 * Stores a verified body and resolves after the commit. A body without an event is quarantined, because sending it again would
 * change nothing.
 * @throws WebhookVerificationError if the body was quarantined, and whatever the inbox throws.
 */
async function store<Transaction>(
  rawBody: RawBody,
  secretIndex: number,
  { inbox, now, onReceived, observer, traceParent }: Receiving<Transaction>,
): Promise<void> {
  const receivedAt = now();
  const text = textOf(rawBody);
  const event = text === undefined ? undefined : parseEvent(text);
  if (text === undefined || !event) {
    const reason = text === undefined ? 'body_not_utf8' : 'event_invalid';
    const body = { rawBody: text ?? toBase64(rawBody), reason, receivedAt };
    await observeStore(observer, undefined, async () => {
      await inbox.quarantine(body);
      return 'quarantined';
    });
    throw new WebhookVerificationError(reason);
  }
  const incoming = { key: await eventKey(event, text), event, rawBody: text, receivedAt, traceParent };
  const outcome = await observeStore(observer, event, () => inbox.insert(incoming));
  ignoreErrors(() => onReceived?.({ event, outcome, secretIndex }));
}

const observeStore = <Outcome extends InsertOutcome | 'quarantined'>(
  observer: WebhookObserver | undefined,
  event: ContractEvent | undefined,
  work: () => Promise<Outcome>,
): Promise<Outcome> =>
  observe<Outcome, StoreResult>(observer?.store && ((run) => observer.store?.(run, { event })), work, (settled) =>
    'error' in settled ? { outcome: 'failed', error: settled.error } : { outcome: settled.value },
  );

const toBase64 = (rawBody: RawBody): string =>
  btoa(Array.from(new Uint8Array(rawBody as ArrayBuffer), (byte) => String.fromCharCode(byte)).join(''));

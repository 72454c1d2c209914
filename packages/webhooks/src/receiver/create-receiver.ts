import { configurationError, WebhookRequestError } from '../errors/webhook-error.ts';
import { type ContractEvent, eventKey, readEvent } from '../event/event.ts';
import { hashable, type RawBody, toBase64 } from '../event/raw-body.ts';
import type { InsertOutcome } from '../event/stored-event.ts';
import {
  ignoreErrors,
  observe,
  type ReceiveResult,
  type StoreResult,
  type WebhookObserver,
} from '../observation/observer.ts';
import { handleByStatus } from '../processing/handle-by-status.ts';
import type { Processing, ProcessingOptions } from '../processing/processing.ts';
import { refuse, WebhookVerificationError } from '../signature/refusal.ts';
import type { CreateVerifyBody, VerifyBody } from '../signature/verification.ts';
import { answerTo, toRequestFailure } from './answer.ts';
import { type ReceiverSettings, validateAndFill, type WebhookReceiverOptions } from './options.ts';
import {
  checkRequest,
  dropRest,
  headerValues,
  readBody,
  type WebhookRequest,
  type WebhookResponse,
} from './webhook-request.ts';

/** Receives webhooks. An adapter connects it to a server. */
export interface WebhookReceiver {
  /**
   * Answers one request: 200 once the event is committed to the inbox, now or before (HOOK-3, HOOK-7); 401 if its signature
   * does not match (HOOK-2); 503 if the inbox failed, so that the service sends it again (HOOK-4). It never rejects.
   */
  receive(request: WebhookRequest): Promise<WebhookResponse>;
  /**
   * Starts handing the stored events to `handlers`, in this process. The receiver's `observer` watches it unless you pass
   * another one. Failed handlers go to its `onError`, failed requests to the receiver's. A second call changes nothing.
   * @throws WebhookError with the code `configuration` if the receiver has no handlers.
   */
  start(options?: ProcessingOptions): void;
  /**
   * Starts no new event and waits for the handlers in progress, as `Processing.stop` does. Other stored events wait for the next
   * start: to have everything handled, await `inbox.drain()` first. It never rejects.
   */
  stop(options?: { limitInMs?: number }): Promise<void>;
}

/** A receiver that checks signatures by `createVerifyBody`. Its processing starts and stops any number of times. */
export function createReceiver<Transaction>(
  options: WebhookReceiverOptions<Transaction>,
  createVerifyBody: CreateVerifyBody,
): WebhookReceiver {
  const settings = validateAndFill(options);
  const handle = options.handlers && handleByStatus(options.handlers, options.statuses);
  const verifyBody = settings.signature ? createVerifyBody(settings.secrets, settings.signature) : acceptUnsigned;
  let processing: Processing | undefined;
  let stopping: Promise<void> | undefined;

  return {
    receive: (request) => receiveWebhook(request, verifyBody, settings),
    start(processingOptions) {
      if (!handle) throw configurationError('handlers: give the receiver handlers before you start it.');
      processing ??= settings.inbox.start(handle, { observer: settings.observer, ...processingOptions });
    },
    async stop(stopOptions) {
      stopping = processing?.stop(stopOptions) ?? stopping;
      processing = undefined;
      await stopping;
    },
  };
}

/** Of unsigned events, only the address is checked, before. */
const acceptUnsigned: VerifyBody = (rawBody) =>
  hashable(rawBody) === undefined ? refuse('body_not_raw') : { ok: true, secretIndex: undefined };

/** Answers one request, inside the observer's `receive`. It never rejects. */
async function receiveWebhook<Transaction>(
  request: WebhookRequest,
  verifyBody: VerifyBody,
  settings: ReceiverSettings<Transaction>,
): Promise<WebhookResponse> {
  const { observer, onError } = settings;
  const failure = await observe<void, ReceiveResult>(
    observer?.receive && ((run) => observer.receive?.(run)),
    () => receive(request, verifyBody, settings),
    (settled) => {
      const failure = 'error' in settled ? toRequestFailure(settled.error) : undefined;
      return { status: answerTo(failure).status, reason: failure?.reason };
    },
  ).then(() => undefined, toRequestFailure);
  if (failure) {
    void dropRest(request.body, settings);
    ignoreErrors(() => onError?.(failure));
  }
  return answerTo(failure);
}

/** Resolves once the event of a request is stored. */
async function receive<Transaction>(
  request: WebhookRequest,
  verifyBody: VerifyBody,
  settings: ReceiverSettings<Transaction>,
): Promise<void> {
  const { signature, isAllowed } = settings;
  checkRequest(request, settings.bodyLimitInBytes);
  if (!isAllowed(request)) throw new WebhookRequestError('address_not_allowed');
  const rawBody = await readBody(request.body, settings);
  const match = await verifyBody(rawBody, signature && headerValues(request, signature.header));
  if (!match.ok) throw new WebhookVerificationError(match.reason, signature ?? undefined);
  await store(rawBody, match.secretIndex, settings);
}

/**
 * Stores a verified body and resolves after the commit. Quarantines a body without an event, because sending it again would
 * change nothing.
 * @throws WebhookVerificationError if the body was quarantined, and any error of the inbox.
 */
async function store<Transaction>(
  rawBody: RawBody,
  secretIndex: number | undefined,
  { inbox, now, statuses, onReceived, observer }: ReceiverSettings<Transaction>,
): Promise<void> {
  const receivedAt = now();
  const { text, event, reason } = readEvent(rawBody, statuses);
  if (reason) {
    const body = { rawBody: text ?? toBase64(rawBody), reason, receivedAt };
    await observeStore(observer, undefined, async () => {
      await inbox.quarantine(body);
      return 'quarantined';
    });
    throw new WebhookVerificationError(reason);
  }
  const incoming = { key: await eventKey(event, text), event, rawBody: text, receivedAt };
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

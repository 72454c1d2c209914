import { configurationError, NotStoredError, type RequestProblem, WebhookRequestError } from '../errors.ts';
import { type ContractEvent, eventKey, type InsertOutcome, type RawBody, readEvent, toBase64 } from '../event.ts';
import { handleByStatus, type Processing, type ProcessingOptions } from '../inbox/processing.ts';
import { ignoreErrors, observe, type WebhookObserver } from '../observer.ts';
import { type RefusalReason, WebhookVerificationError } from '../signature/verify.ts';
import { type CreateVerify, type ReceiverSettings, validateAndFill, type WebhookReceiverOptions } from './options.ts';
import {
  checkRequest,
  dropRest,
  headerValues,
  readBody,
  type WebhookRequest,
  type WebhookResponse,
} from './request.ts';

/** Receives webhooks. An adapter connects it to a server. */
export interface WebhookReceiver {
  /**
   * Answers one request: 200 once the event is committed to the inbox, now or before (HOOK-3, HOOK-7); 401 if its signature does
   * not match (HOOK-2); 503 if the inbox failed, so that the service retries (HOOK-4). It never rejects.
   */
  receive(request: WebhookRequest): Promise<WebhookResponse>;
  /**
   * Starts passing stored events to `handlers` in this process. The receiver's `observer` applies unless you pass another one.
   * Failed handlers go to its `onError`, failed requests to the receiver's. A second call changes nothing.
   * @throws WebhookError with the code `configuration` if the receiver has no handlers.
   */
  start(options?: ProcessingOptions): void;
  /**
   * Starts no new handler and waits for the running ones, like `Processing.stop`. Other stored events wait for the next start. To
   * handle all of them, await `inbox.drain()` first. It never rejects.
   */
  stop(options?: { limitInMs?: number }): Promise<void>;
}

/** A receiver on a platform. Its processing starts and stops any number of times. */
export function createReceiver<Transaction>(
  options: WebhookReceiverOptions<Transaction>,
  createVerify: CreateVerify,
): WebhookReceiver {
  const settings = validateAndFill(options, createVerify);
  const { inbox, handlers, statuses, observer } = options;
  const handle = handlers && handleByStatus(handlers, statuses);
  let processing: Processing | undefined;
  let stopping: Promise<void> | undefined;

  return {
    receive: (request) => answer(request, settings),
    start(processingOptions) {
      if (!handle) throw configurationError('handlers: set them before you start the receiver.');
      processing ??= inbox.start(handle, { observer, ...processingOptions });
    },
    async stop(stopOptions) {
      stopping = processing?.stop(stopOptions) ?? stopping;
      processing = undefined;
      await stopping;
    },
  };
}

/** Answers one request. It never rejects. */
async function answer(request: WebhookRequest, settings: ReceiverSettings): Promise<WebhookResponse> {
  const { observer, onError } = settings;
  const startedAt = performance.now();
  const failure = await receive(request, settings).then(() => undefined, toRequestFailure);
  const response = responseTo(failure);
  if (observer?.receive) {
    const durationInMs = performance.now() - startedAt;
    ignoreErrors(() => observer.receive?.({ status: response.status, reason: failure?.reason, durationInMs }));
  }
  if (failure) {
    void dropRest(request.body, settings);
    ignoreErrors(() => onError?.(failure));
  }
  return response;
}

/** Resolves once the event of a request is stored. Rejects with why the request is refused, or with the error of the inbox. */
async function receive(request: WebhookRequest, settings: ReceiverSettings): Promise<void> {
  const { signature, isAllowed, verify } = settings;
  checkRequest(request, settings.bodyLimitInBytes);
  if (!isAllowed(request)) throw new WebhookRequestError('address_not_allowed');
  const rawBody = await readBody(request, settings);
  const match = await verify(rawBody, signature && headerValues(request, signature.header));
  if (!match.ok) throw new WebhookVerificationError(match.reason, signature ?? undefined);
  await store(rawBody, match.secretIndex, settings);
}

/** Resolves after the commit. A body without an event is quarantined, because sending it again would change nothing. */
async function store(rawBody: RawBody, secretIndex: number | undefined, settings: ReceiverSettings): Promise<void> {
  const { inbox, now, statuses, onReceived, observer } = settings;
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
  if (onReceived) ignoreErrors(() => onReceived({ event, outcome, secretIndex }));
}

const observeStore = <Outcome extends InsertOutcome | 'quarantined'>(
  observer: WebhookObserver | undefined,
  event: ContractEvent | undefined,
  work: () => Promise<Outcome>,
): Promise<Outcome> => (observer?.store ? observe(work, (result) => observer.store?.({ event, ...result })) : work());

/** Every reason for an answer other than a plain 200. */
type FailureReason = RefusalReason | RequestProblem | 'not_stored';

/**
 * The status for each failure. A quarantined body counts as received, because sending it again would change nothing. After
 * any other answer than 200 the service sends the event again (HOOK-4).
 */
const statusByReason: Readonly<Record<FailureReason, number>> = {
  wrong_method: 405,
  address_not_allowed: 403,
  wrong_content_type: 415,
  body_too_large: 413,
  body_too_slow: 408,
  body_incomplete: 400,
  body_not_raw: 500,
  signature_missing: 401,
  signature_repeated: 401,
  signature_malformed: 401,
  signature_mismatch: 401,
  body_not_utf8: 200,
  event_invalid: 200,
  not_stored: 503,
};

/** Why a request was not received. */
type RequestFailure = WebhookRequestError | WebhookVerificationError | NotStoredError;

/** Any other error means that the inbox failed. */
const toRequestFailure = (error: unknown): RequestFailure =>
  error instanceof WebhookRequestError || error instanceof WebhookVerificationError ? error : new NotStoredError(error);

const plainText = { 'content-type': 'text/plain; charset=utf-8' };

/**
 * The answer once the event is stored, now or before (HOOK-3), or to a request that failed: what happened and what to do, in
 * plain text.
 */
function responseTo(failure: RequestFailure | undefined): WebhookResponse {
  if (!failure) return { status: 200, headers: plainText, body: 'Received.\n' };
  const { reason, message } = failure;
  const status = statusByReason[reason];
  const headers = status === 405 ? { ...plainText, allow: 'POST' } : plainText;
  return { status, headers, body: `${reason}: ${message}\n` };
}

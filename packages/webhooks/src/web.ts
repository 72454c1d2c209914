export {
  NotStoredError,
  type RequestProblem,
  WebhookError,
  type WebhookErrorCode,
  WebhookRequestError,
  WebhookVerificationError,
} from './errors.ts';
export {
  type CashoutInProgressEvent,
  type CompletedEvent,
  type ContractEvent,
  eventKey,
  type KnownStatus,
  type PaidEvent,
  parseEvent,
  type UnknownEvent,
} from './event.ts';
export type { EventFilter, Inbox, InboxCounts, QuarantinedBody } from './inbox/inbox.ts';
export type { ProcessOperation, ProcessResult, ReceiveResult, StoreResult, WebhookObserver } from './observer.ts';
export type {
  EventContext,
  FailedAttempt,
  HandleEvent,
  Processing,
  ProcessingOptions,
} from './processing/processing.ts';
export type { WebhookReceiver } from './receiver/create-receiver.ts';
export { type EventHandler, type EventHandlers, handleByStatus } from './receiver/handlers.ts';
export type { ReceivedEvent, WebhookReceiverOptions } from './receiver/options.ts';
export type { BodyReader, WebhookRequest, WebhookResponse } from './receiver/webhook-request.ts';
export { type ExpectedEvent, type Reconciliation, reconcile } from './reconcile.ts';
export type { EventToSend, RequestContent, SignedRequest, SignedRequestOptions } from './sign/signed-request.ts';
export type { EventStatus, IncomingEvent, InsertOutcome, StoredEvent } from './stored-event.ts';
export { type Refusal, type RefusalReason, refusalMessages } from './verify/refusal.ts';
export type { RawBody, SignatureHeader } from './verify/signature.ts';
export type { Secrets, SignatureMatch, VerifiedEvent } from './verify/verification.ts';
export { createWebhookReceiver } from './web/create-webhook-receiver.ts';
export { sign, signedRequest } from './web/sign.ts';
export { constructEvent, verify, verifySignature } from './web/verify.ts';

export { NotStoredError } from './errors/not-stored-error.ts';
export { WebhookError, type WebhookErrorCode } from './errors/webhook-error.ts';
export { WebhookRequestError } from './errors/webhook-request-error.ts';
export { WebhookVerificationError } from './errors/webhook-verification-error.ts';
export type {
  CashoutInProgressEvent,
  CompletedEvent,
  ContractEvent,
  KnownStatus,
  PaidEvent,
  UnknownEvent,
} from './event.ts';
export { eventKey } from './event-key.ts';
export type {
  EventFilter,
  EventStatus,
  Inbox,
  InboxCounts,
  IncomingEvent,
  InsertOutcome,
  QuarantinedBody,
  StoredEvent,
} from './inbox/inbox.ts';
export type {
  EventContext,
  FailedAttempt,
  HandleEvent,
  Processing,
  ProcessingOptions,
} from './inbox/processing.ts';
export { parseEvent } from './parse-event.ts';
export type { WebhookReceiver } from './receiver/create-receiver.ts';
export { createWebhookReceiver } from './receiver/create-webhook-receiver.ts';
export type { RequestProblem } from './receiver/failure.ts';
export { type EventHandler, type EventHandlers, handleByStatus } from './receiver/handlers.ts';
export type { ReceivedEvent, WebhookReceiverOptions } from './receiver/options.ts';
export type { BodyReader, WebhookRequest, WebhookResponse } from './receiver/webhook-request.ts';
export { type ExpectedEvent, type Reconciliation, reconcile } from './reconcile.ts';
export type { EventToSend, RequestContent, SignedRequest } from './sign/request-body.ts';
export { sign, signedRequest } from './sign/sign.ts';
export { constructEvent } from './verify/construct-event.ts';
export type { SignatureHeader } from './verify/decode-signature.ts';
export type { RawBody } from './verify/raw-body.ts';
export type { Refusal, RefusalReason } from './verify/refusal.ts';
export { refusalMessages } from './verify/refusal-messages.ts';
export type { Secrets } from './verify/secrets.ts';
export type { SignatureMatch, VerifiedEvent } from './verify/verification-result.ts';
export { verify, verifySignature } from './verify/verify.ts';

export {
  NotStoredError,
  WebhookError,
  WebhookRequestError,
} from './errors/webhook-error.ts';
export {
  type CashoutInProgressEvent,
  type CompletedEvent,
  type ContractEvent,
  eventKey,
  type KnownStatus,
  type PaidEvent,
  parseEvent,
  type UnknownEvent,
} from './event/event.ts';
export type { StoredEvent } from './event/stored-event.ts';
export type { Inbox, InboxCounts, QuarantinedBody } from './inbox/inbox.ts';
export { reconcile } from './inbox/reconcile.ts';
export type { WebhookObserver } from './observation/observer.ts';
export { type EventHandlers, handleByStatus } from './processing/handle-by-status.ts';
export type { EventContext, HandleEvent, ProcessingOptions } from './processing/processing.ts';
export type { WebhookReceiver } from './receiver/create-receiver.ts';
export type { WebhookReceiverOptions } from './receiver/options.ts';
export { type RefusalReason, refusalMessages, WebhookVerificationError } from './signature/refusal.ts';
export type { SignatureForm } from './signature/signature-form.ts';
export type { EventToSend } from './signature/signed-request.ts';

export { NotStoredError, WebhookError, WebhookRequestError, WebhookVerificationError } from './errors.ts';
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
export type { Inbox, InboxCounts, QuarantinedBody } from './inbox/inbox.ts';
export type { WebhookObserver } from './observer.ts';
export type { EventContext, HandleEvent, ProcessingOptions } from './processing/processing.ts';
export type { WebhookReceiver } from './receiver/create-receiver.ts';
export { type EventHandlers, handleByStatus } from './receiver/handlers.ts';
export type { WebhookReceiverOptions } from './receiver/options.ts';
export { reconcile } from './reconcile.ts';
export type { EventToSend } from './sign/signed-request.ts';
export type { StoredEvent } from './stored-event.ts';
export { type RefusalReason, refusalMessages } from './verify/refusal.ts';

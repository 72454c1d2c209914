export { NotStoredError, WebhookError, WebhookRequestError } from './errors.ts';
export {
  type CashoutInProgressEvent,
  type CompletedEvent,
  type ContractEvent,
  eventKey,
  type KnownStatus,
  type PaidEvent,
  parseEvent,
  type StoredEvent,
  type UnknownEvent,
} from './event.ts';
export type { Inbox, InboxCounts, QuarantinedBody } from './inbox/inbox.ts';
export type { EventContext, HandleEvent, ProcessingOptions } from './inbox/processing.ts';
export { type EventHandlers, handleByStatus } from './inbox/processing.ts';
export { reconcile } from './inbox/reconcile.ts';
export type { WebhookObserver } from './observer.ts';
export type { WebhookReceiverOptions } from './receiver/options.ts';
export type { WebhookReceiver } from './receiver/receiver.ts';
export {
  type EventToSend,
  type RefusalReason,
  refusalMessages,
  type SignatureForm,
  WebhookVerificationError,
} from './signature/verify.ts';

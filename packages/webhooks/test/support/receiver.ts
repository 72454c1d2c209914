import {
  createWebhookReceiver as createOnNode,
  type EventToSend,
  type Inbox,
  signedRequest,
  type WebhookError,
  type WebhookReceiver,
  type WebhookReceiverOptions,
} from '../../src/index.ts';
import type { SignedRequest } from '../../src/signature/verify.ts';
import { createRecordingInbox, type RecordingInbox } from './recording-inbox.ts';

export const secret = 'whsec_sandbox';
export const receivedAt = new Date('2026-11-21T08:00:00Z');

export const paid = { status: 'PAID', milestoneId: 'milestone-1', referenceId: 'reference-1' } as const;

/** The service's request for an event. */
export const requestFor = (event: EventToSend = paid): SignedRequest => signedRequest({ event, secret });

/** A receiver, and what it did. */
export interface ObservedReceiver {
  receiver: WebhookReceiver;
  inbox: RecordingInbox;
  errors: WebhookError[];
}

export function createObservedReceiver(
  options: Partial<WebhookReceiverOptions> = {},
  inboxOverrides: Partial<Inbox> = {},
  createWebhookReceiver: typeof createOnNode = createOnNode,
): ObservedReceiver {
  const inbox = createRecordingInbox(inboxOverrides);
  const errors: WebhookError[] = [];
  const receiver = createWebhookReceiver({
    secrets: secret,
    inbox,
    onError: (error) => errors.push(error),
    now: () => receivedAt,
    ...options,
  } as WebhookReceiverOptions);
  return { receiver, inbox, errors };
}

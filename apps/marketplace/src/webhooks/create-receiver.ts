import {
  type ContractEvent,
  createWebhookReceiver,
  type EventContext,
  type WebhookReceiver,
} from '@escrow-kit/webhooks';
import { inRiyals } from '../money.ts';
import { applyEvent } from '../orders/apply-event.ts';
import { findOrderOfMilestone, type Order, parts, sellerShare, updateOrder } from '../orders/order.ts';
import { sendMessage } from '../sellers/message.ts';
import type { Statement, Storage } from '../storage/storage.ts';
import { noteEvent } from './noted-events.ts';

type KnownEvent = Exclude<ContractEvent, { status: 'unknown' }>;

/**
 * Receives the webhooks. A handler reads the order, decides, and hands its statements to the inbox, which commits them together
 * with marking the event done: however often an event comes, its order moves once.
 */
export function createReceiver(
  storage: Storage,
  { secret, log, now }: { secret: string; log: (line: string) => void; now: () => Date },
): WebhookReceiver {
  async function move(event: KnownEvent, context: EventContext): Promise<void> {
    const { milestoneId, status, referenceId } = event;
    const { isLate, transaction } = context;
    // The inbox keeps an event of nobody, and the operator finds it among the dead letters.
    const order = milestoneId === undefined ? undefined : await findOrderOfMilestone(storage, milestoneId);
    if (!order || !milestoneId) throw new Error(`No order has the milestone ${milestoneId}.`);
    const moved = applyEvent(order, { milestoneId, status, referenceId, isLate });
    const noted = isLate ? [noteEvent(event, { ...context, reason: 'late' })] : [];
    const messages = messagesAbout(order, moved, now());
    await storage.writeWithEvent(transaction, [...updateOrder(moved), ...messages, ...noted]);
  }
  return createWebhookReceiver({
    secrets: secret,
    inbox: storage.inbox,
    handlers: {
      PAID: move,
      CASHOUT_IN_PROGRESS: move,
      COMPLETED: move,
      unknown: (event, context) =>
        storage.writeWithEvent(context.transaction, [noteEvent(event, { ...context, reason: 'unknown' })]),
    },
    onError: (error) => log(`webhook: ${error.message}`),
  });
}

/** What the seller is told when the order moves, once for each move. */
function messagesAbout(before: Order, after: Order, now: Date): Statement[] {
  if (after.state === before.state) return [];
  const send = (text: string): Statement[] => [sendMessage(after.sellerId, { text, sentAt: now.toISOString() })];
  const { title, buyerName } = after;
  if (after.state === 'DEPOSIT_PAID') return send(`${buyerName} paid the deposit of ${title}. Begin the work.`);
  if (after.state === 'PAID') return send(`${buyerName} paid the rest of ${title}. Deliver it.`);
  if (after.state !== 'COMPLETED') return [];
  const share = parts.reduce((sum, part) => sum + sellerShare(after.payments[part]), 0);
  return send(`The sale of ${title} is complete: ${inRiyals(share)} are on your bank account.`);
}

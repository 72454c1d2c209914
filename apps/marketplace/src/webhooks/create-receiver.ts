import {
  type ContractEvent,
  createWebhookReceiver,
  type EventContext,
  type WebhookReceiver,
} from '@escrow-kit/webhooks';
import { applyEvent, findOtherReference, type PaymentEvent } from '../orders/apply-event.ts';
import { findOrderOfMilestone, type Order, parts, sellerShare, updateOrder } from '../orders/order.ts';
import { type Message, sendMessage } from '../shop/messages.ts';
import { inRiyals } from '../shop/money.ts';
import type { Storage } from '../storage/storage.ts';

type KnownEvent = Exclude<ContractEvent, { status: 'unknown' }>;
type Text = Omit<Message, 'sentAt'>;

/**
 * Creates the receiver of webhooks. A handler reads the order and hands its statements to the inbox, which commits them
 * atomically with marking the event done. So an event moves its order once, however often it comes.
 */
export function createReceiver(
  storage: Storage,
  { secret, log, now }: { secret: string; log: (line: string) => void; now: () => Date },
): WebhookReceiver {
  const send = (texts: Text[]) => texts.map((text) => sendMessage({ ...text, sentAt: now().toISOString() }));

  async function move(event: KnownEvent, { isLate, transaction }: EventContext): Promise<void> {
    const { milestoneId, status, referenceId } = event;
    // The operator finds an event without an order among the dead letters.
    const order = milestoneId === undefined ? undefined : await findOrderOfMilestone(storage, milestoneId);
    if (!order || !milestoneId) throw new Error(`No order has the milestone ${milestoneId}.`);
    const payment = { milestoneId, status, referenceId, isLate };
    const moved = applyEvent(order, payment);
    const first = findOtherReference(order, payment);
    const again = first === undefined ? [] : [toOperator(paidAgainText(order, payment, first))];
    const late = isLate ? [toOperator(`${status} of ${milestoneId} came late. It moved nothing.`)] : [];
    const sold = moved.state === order.state ? [] : textsToSeller(moved);
    const reopened = order.state === 'GIVEN_UP' ? [toOperator(reopenedText(order))] : [];
    await storage.writeWithEvent(transaction, [
      ...updateOrder(moved),
      ...send([...sold, ...late, ...again, ...reopened]),
    ]);
  }

  return createWebhookReceiver({
    secrets: secret,
    inbox: storage.inbox,
    handlers: {
      PAID: move,
      CASHOUT_IN_PROGRESS: move,
      COMPLETED: move,
      unknown: ({ milestoneId, receivedStatus }, { transaction }) => {
        const text = `${receivedStatus} of ${milestoneId ?? 'no milestone'} has an unknown status. It moved nothing.`;
        return storage.writeWithEvent(transaction, send([toOperator(text)]));
      },
    },
    onError: (error) => log(`webhook: ${error.message}`),
  });
}

const toOperator = (text: string): Text => ({ recipient: 'operator', text });

const reopenedText = ({ id }: Order): string =>
  `A payment came for order ${id}, which was given up. It is open again: see that it is delivered, or ask the service for a refund.`;

const paidAgainText = ({ id }: Order, { milestoneId, referenceId }: PaymentEvent, first: string): string =>
  `PAID of ${milestoneId}, in order ${id}, came with the reference ${first} and again with ${referenceId}. It may be a second payment: ask the service. It moved nothing.`;

/** The messages to the seller about a move of the order. */
function textsToSeller({ state, sellerId, title, buyerName, payments }: Order): Text[] {
  const tell = (text: string): Text[] => [{ recipient: sellerId, text }];
  if (state === 'DEPOSIT_PAID') return tell(`${buyerName} paid the deposit of ${title}. Begin the work.`);
  if (state === 'PAID') return tell(`${buyerName} paid the rest of ${title}. Deliver it.`);
  if (state !== 'COMPLETED') return [];
  const share = parts.reduce((sum, part) => sum + sellerShare(payments[part]), 0);
  return tell(`The sale of ${title} is complete: ${inRiyals(share)} are on your bank account.`);
}

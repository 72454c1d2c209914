import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Store } from '../store/store.ts';
import type { ConsentStatus, Row } from '../store/tables.ts';
import { insertPosting, paymentEntries, payoutEntries, releaseEntries, type Share } from './ledger.ts';
import { illegalMove, type MilestoneChange, type MilestoneKey, moveMilestone, requireMilestone } from './milestones.ts';
import { type BuyerName, findBuyer, listParties } from './parties.ts';
import {
  chooseBankTransfer,
  findAwaitedPayer,
  findPayment,
  type PaymentWay,
  paysByBankTransfer,
  recordPayment,
} from './payments.ts';
import { Refusal } from './refusal.ts';
import type { Tenant } from './tenants.ts';

/**
 * Pays a milestone: the buyer's money goes into the escrow, and the event PAID goes out (HOOK-5). Call it in a transaction,
 * which has to be rolled back after a refusal.
 *
 * The default buyer is the one with a pending bank transfer, otherwise the first CUSTOMER, who pays the whole `itemPrice` even
 * if there are several CUSTOMERs (our choice: not shown). A pending transfer is confirmed, or withdrawn if another method or
 * buyer is named. The first payment of the phone that pays by bank transfer only starts the transfer.
 *
 * Throws if the milestone does not wait for payment (STATE-3, STATE-4a), if the buyer is not one of its CUSTOMERs (AUTH-7), or if
 * the buyer's consent is not granted now (TICKET-5).
 */
export function payMilestone(
  store: Store,
  { tenant, milestoneId, now, method, attempt, ...buyerName }: MilestoneChange & BuyerName & PaymentWay,
): void {
  const key = { tenantId: tenant.id, milestoneId };
  const { itemPrice, state } = requireMilestone(store, key);
  // A second payment is refused before anything else.
  if (state !== 'WAITING_FOR_PAYMENT') throw illegalMove('pay', state);
  const buyer = findPayer(store, { ...key, ...buyerName });
  checkConsent(buyer.consent);
  const payer = { ...key, userId: buyer.id };
  if (paysByBankTransfer(tenant, buyer.phone) && !findPayment(store, payer)) {
    chooseBankTransfer(store, { ...payer, now });
    return;
  }
  const paid = moveMilestone(store, { ...key, move: 'pay', now });
  const entries = paymentEntries({ milestoneId, buyerId: buyer.id, itemPriceInHalalas: itemPrice });
  insertPosting(store, { ...key, move: paid, entries });
  recordPayment(store, { ...payer, method, attempt, now: paid.movedAt });
  scheduleMove(store, { tenant, milestoneId, move: 'release', now });
}

function findPayer(store: Store, buyer: MilestoneKey & BuyerName): Row<'users'> {
  const isNamed = buyer.buyerPhone !== undefined || buyer.buyerId !== undefined;
  const buyerId = isNamed ? buyer.buyerId : findAwaitedPayer(store, buyer);
  return findBuyer(store, { ...buyer, buyerId });
}

function checkConsent(consent: ConsentStatus): void {
  if (consent === 'GRANTED') return;
  throw new Refusal('conflict', {
    rule: 'TICKET-5',
    field: 'consent',
    message: `The buyer's consent is ${consent}. The buyer must grant it before paying.`,
  });
}

/**
 * Releases a paid milestone: the escrow goes to the parties, the fee leaves the organization's wallet (MILESTONE-4), and the
 * event CASHOUT_IN_PROGRESS goes out (HOOK-5). Call it in a transaction, which has to be rolled back after a refusal.
 *
 * Throws if the milestone is not PAID (STATE-4a), or if a receiver has no bank account or, for a bank transfer, no address
 * (BANK-3, ADDR-2).
 */
export function releaseMilestone(store: Store, { tenant, milestoneId, now }: MilestoneChange): void {
  const key = { tenantId: tenant.id, milestoneId };
  const released = moveMilestone(store, { ...key, move: 'release', now });
  const { itemPrice, fee } = requireMilestone(store, key);
  const shares = sharesOf(listParties(store, key));
  checkReceivers(store, { tenant, shares });
  const entries = releaseEntries({ milestoneId, itemPriceInHalalas: itemPrice, feeInHalalas: fee, shares });
  insertPosting(store, { ...key, move: released, entries });
  store.delete('scheduledMoves', key);
  scheduleMove(store, { tenant, milestoneId, move: 'complete', now });
}

/**
 * Completes a milestone whose money is being released: every receiver is paid out, and the event COMPLETED goes out (HOOK-5).
 * Call it in a transaction, which has to be rolled back after a refusal. Throws in any other state (STATE-4a).
 */
export function completeMilestone(store: Store, { tenant, milestoneId, now }: MilestoneChange): void {
  const key = { tenantId: tenant.id, milestoneId };
  const completed = moveMilestone(store, { ...key, move: 'complete', now });
  const shares = sharesOf(listParties(store, key));
  insertPosting(store, { ...key, move: completed, entries: payoutEntries(shares) });
  store.delete('scheduledMoves', key);
}

/** The shares of the parties in a release. A BROKER's share belongs to the organization. */
function sharesOf(parties: Row<'parties'>[]): Share[] {
  return parties
    .filter(({ role }) => role !== 'CUSTOMER')
    .map(({ role, userId, amount }) => ({
      userId: role === 'PROVIDER' ? (userId ?? undefined) : undefined,
      amountInHalalas: amount,
    }));
}

/**
 * Throws if a receiver has no bank account (BANK-3) or, for cash-out by bank transfer, no address (ADDR-2). A party that
 * receives nothing needs neither, nor does the organization, whose share stays in its wallet (our choice: not shown).
 */
function checkReceivers(store: Store, { tenant, shares }: { tenant: Tenant; shares: Share[] }): void {
  const needsAddress = tenant.settings.settlement.cashOut === 'BANK_TRANSFER';
  for (const { userId, amountInHalalas } of shares) {
    if (userId === undefined || amountInHalalas === 0) continue;
    const key = { tenantId: tenant.id, userId };
    const missing: Missing[] = [];
    if (!store.find('bankAccounts', key)) missing.push('bankAccount');
    if (needsAddress && !store.find('addresses', key)) missing.push('address');
    if (missing.length > 0) throw receiverRefusal(userId, missing);
  }
}

type Missing = keyof typeof lacks;
const lacks = { bankAccount: 'no bank account', address: 'no address' };

function receiverRefusal(userId: number, missing: Missing[]): Refusal {
  const rule = missing.includes('bankAccount') ? 'BANK-3' : 'ADDR-2';
  const what = missing.map((one) => lacks[one]).join(' and ');
  const message = `User ${userId} receives money from this milestone and has ${what}. Add what is missing, then release again.`;
  return new Refusal('conflict', { rule, field: 'milestoneId', message, receiver: { userId, missing } });
}

/**
 * Plans the next step if the organization's settlement is automatic: the release after a payment, the completion after a
 * release. The service does not show what moves a milestone on (our choice).
 */
function scheduleMove(
  store: Store,
  { tenant, milestoneId, move, now }: MilestoneChange & { move: ScheduledMove['move'] },
): void {
  const { automatic, releaseAfterInSeconds, completeAfterInSeconds } = tenant.settings.settlement;
  if (!automatic) return;
  const delayInSeconds = move === 'release' ? releaseAfterInSeconds : completeAfterInSeconds;
  const dueAt = now + Math.round(delayInSeconds * 1000);
  store.insert('scheduledMoves', { tenantId: tenant.id, milestoneId, move, dueAt, attempts: 0 });
}

/** A step that automatic settlement has planned. */
export type ScheduledMove = Row<'scheduledMoves'>;

/** A step of automatic settlement that was made or refused. */
export type MoveAction = ControlSchema<'MoveAction'>;

const doMove = { release: releaseMilestone, complete: completeMilestone };

/** A refused move is tried again after a minute, then two, four and so on up to a day. Our choice: not shown. */
const firstRetryInMs = 60_000;
const longestRetryInMs = 24 * 60 * 60 * 1000;

/**
 * Does a scheduled move, which removes its plan. If a rule refuses it, such as for a missing bank account, it stays planned with
 * the reason.
 */
export function runScheduledMove(
  store: Store,
  { tenant, scheduled, now }: { tenant: Tenant; scheduled: ScheduledMove; now: number },
): MoveAction {
  const { milestoneId, move } = scheduled;
  try {
    store.transaction(() => doMove[move](store, { tenant, milestoneId, now }));
    return { kind: 'move', at: now, milestoneId, move, outcome: 'done', refusal: null, nextDueAt: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return postponeMove(store, { scheduled, now, refusal: error.message });
  }
}

/** Leaves a move planned for later, with the reason. */
export function postponeMove(
  store: Store,
  { scheduled, now, refusal }: { scheduled: ScheduledMove; now: number; refusal: string },
): MoveAction {
  const { tenantId, milestoneId, move, attempts } = scheduled;
  const nextDueAt = now + Math.min(firstRetryInMs * 2 ** attempts, longestRetryInMs);
  store.update('scheduledMoves', { tenantId, milestoneId }, { dueAt: nextDueAt, attempts: attempts + 1, refusal });
  return { kind: 'move', at: now, milestoneId, move, outcome: 'refused', refusal, nextDueAt };
}

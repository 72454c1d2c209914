import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Store } from '../store/store.ts';
import { createId } from './create-id.ts';
import type { MilestoneKey, MoveResult } from './milestones.ts';

/** One side of a posting: what an account gains, or loses if negative, in halalas. */
interface PostingEntry {
  account: string;
  amountInHalalas: number;
}

/** The share of a receiver. The organization has no user id. */
export interface Share {
  userId: number | undefined;
  amountInHalalas: number;
}

/** A milestone whose money moves. */
interface PricedMilestone {
  milestoneId: string;
  itemPriceInHalalas: number;
}

/** The buyer pays into the escrow, `itemPrice` exactly (MILESTONE-4). */
export function paymentEntries({
  milestoneId,
  itemPriceInHalalas,
  buyerId,
}: PricedMilestone & { buyerId: number }): PostingEntry[] {
  return [
    { account: accounts.buyer(buyerId), amountInHalalas: -itemPriceInHalalas },
    { account: accounts.escrow(milestoneId), amountInHalalas: itemPriceInHalalas },
  ];
}

/**
 * The whole escrow goes to the parties; a difference to the shares stays visible as the remainder. The fee leaves the
 * organization's wallet, not the shares (MILESTONE-4).
 */
export function releaseEntries({
  milestoneId,
  itemPriceInHalalas,
  feeInHalalas,
  shares,
}: PricedMilestone & { feeInHalalas: number; shares: Share[] }): PostingEntry[] {
  const total = shares.reduce((sum, { amountInHalalas }) => sum + amountInHalalas, 0);
  return [
    { account: accounts.escrow(milestoneId), amountInHalalas: -itemPriceInHalalas },
    ...shares.map(({ userId, amountInHalalas }) => ({
      account: userId === undefined ? accounts.wallet : accounts.user(userId),
      amountInHalalas,
    })),
    { account: accounts.remainder(milestoneId), amountInHalalas: itemPriceInHalalas - total },
    { account: accounts.wallet, amountInHalalas: -feeInHalalas },
    { account: accounts.fees, amountInHalalas: feeInHalalas },
  ];
}

/** Pays out every receiver. The organization keeps its share in its wallet. */
export function payoutEntries(shares: Share[]): PostingEntry[] {
  return shares.flatMap(({ userId, amountInHalalas }) =>
    userId === undefined
      ? []
      : [
          { account: accounts.user(userId), amountInHalalas: -amountInHalalas },
          { account: accounts.bank(userId), amountInHalalas },
        ],
  );
}

/** Writes the double-entry posting of a move. Throws if its entries do not add up to zero, which is a bug. */
export function insertPosting(
  store: Store,
  {
    tenantId,
    milestoneId,
    move: { movedAt, eventId },
    entries,
  }: MilestoneKey & { move: MoveResult; entries: PostingEntry[] },
): void {
  const sum = entries.reduce((total, { amountInHalalas }) => total + amountInHalalas, 0);
  if (sum !== 0) throw new Error(`The entries of a posting add up to ${sum} halalas, not to zero.`);
  const posting = { tenantId, postingId: createId('posting'), eventId, milestoneId, createdAt: movedAt };
  for (const { account, amountInHalalas: amount } of entries) {
    if (amount !== 0) store.insert('ledgerEntries', { ...posting, id: createId('entry'), account, amount });
  }
}

/** The purpose of an account; see the accounts below. */
type AccountKind = ControlSchema<'AccountKind'>;

/**
 * The accounts of a tenant's ledger. The balance of an account is the sum of its entries. Money from outside and to outside has
 * accounts too, so all accounts together hold zero.
 */
const accounts = {
  /** The source of a buyer's money: minus what the buyer paid. */
  buyer: (userId: number) => `buyer:${userId}`,
  /** The money held for a milestone: `itemPrice` while it is PAID, otherwise nothing (MILESTONE-4). */
  escrow: (milestoneId: string) => `escrow:${milestoneId}`,
  /** A receiver's share from a release, until it is paid out. */
  user: (userId: number) => `user:${userId}`,
  /** The money paid out to a receiver. */
  bank: (userId: number) => `bank:${userId}`,
  /** `itemPrice` minus the party amounts of a released milestone. */
  remainder: (milestoneId: string) => `remainder:${milestoneId}`,
  /** The organization's own money. It pays the fee and may go below zero. */
  wallet: 'wallet',
  /** The fees of the service. */
  fees: 'fees',
} satisfies Record<AccountKind, unknown>;

/** The kinds of accounts whose name ends with a user's id. */
const userKinds = ['buyer', 'user', 'bank'];

/** Reads the name of an account, as {@link accounts} writes it: its kind, and its user. */
export function readAccount(account: string): { kind: AccountKind; userId: number | null } {
  const [kind = '', owner] = account.split(':');
  return { kind: kind as AccountKind, userId: userKinds.includes(kind) ? Number(owner) : null };
}

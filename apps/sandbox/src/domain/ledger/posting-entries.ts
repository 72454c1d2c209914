import type { PostingEntry } from './ledger.ts';

/** What an account is for; see the ledger's accounts below. An import may bring another one. */
export type AccountKind = 'buyer' | 'escrow' | 'user' | 'bank' | 'remainder' | 'wallet' | 'fees' | 'other';

/** What a receiver is given. The organization has no user id. */
export interface Share {
  userId: number | undefined;
  amountInHalalas: number;
}

/** The buyer pays into the escrow, `itemPrice` exactly (MILESTONE-4). */
export function paymentEntries({
  milestoneId,
  buyerId,
  itemPriceInHalalas,
}: {
  milestoneId: string;
  buyerId: number;
  itemPriceInHalalas: number;
}): PostingEntry[] {
  return [
    { account: accounts.buyer(buyerId), amountInHalalas: -itemPriceInHalalas },
    { account: accounts.escrow(milestoneId), amountInHalalas: itemPriceInHalalas },
  ];
}

/**
 * The escrow goes to the parties, whole: by how much the shares differ from it stays visible as the remainder. The fee
 * leaves the organization's wallet, not the shares (MILESTONE-4).
 */
export function releaseEntries({
  milestoneId,
  itemPriceInHalalas,
  feeInHalalas,
  shares,
}: {
  milestoneId: string;
  itemPriceInHalalas: number;
  feeInHalalas: number;
  shares: Share[];
}): PostingEntry[] {
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

/** Every receiver is paid out. The organization keeps its share in its wallet. */
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

/**
 * The accounts of a tenant's ledger. What an account holds is the sum of its entries; what came in from outside, and
 * what went out, are accounts too, so that all of them together hold zero.
 */
const accounts: {
  /** Where a buyer's money comes from: negative by what the buyer paid. */
  buyer(userId: number): string;
  /** What is held for a milestone: `itemPrice` while it is paid, else nothing (MILESTONE-4). */
  escrow(milestoneId: string): string;
  /** What a receiver was given by a release and has not been paid out yet. */
  user(userId: number): string;
  /** What a receiver was paid out. */
  bank(userId: number): string;
  /** By how much `itemPrice` exceeds the party amounts of a released milestone; negative where it falls short. */
  remainder(milestoneId: string): string;
  /** The organization's own money. It pays the fee and may go below zero. */
  wallet: string;
  /** What the service has earned. */
  fees: string;
} = {
  buyer: (userId) => `buyer:${userId}`,
  escrow: (milestoneId) => `escrow:${milestoneId}`,
  user: (userId) => `user:${userId}`,
  bank: (userId) => `bank:${userId}`,
  remainder: (milestoneId) => `remainder:${milestoneId}`,
  wallet: 'wallet',
  fees: 'fees',
};

/** The kind of every account, and whether what its name ends with is a user's id. */
const accountKinds: Record<Exclude<AccountKind, 'other'>, { isOfUser: boolean }> = {
  buyer: { isOfUser: true },
  escrow: { isOfUser: false },
  user: { isOfUser: true },
  bank: { isOfUser: true },
  remainder: { isOfUser: false },
  wallet: { isOfUser: false },
  fees: { isOfUser: false },
};

/** Reads the name of an account as {@link accounts} writes it: its kind, and the user whose account it is. */
export function readAccount(account: string): { kind: AccountKind; userId: number | null } {
  const [name = '', owner] = account.split(':');
  const known = Object.entries(accountKinds).find(([kind]) => kind === name);
  if (!known) return { kind: 'other', userId: null };
  const [kind, { isOfUser }] = known;
  return { kind: kind as AccountKind, userId: isOfUser ? Number(owner) : null };
}

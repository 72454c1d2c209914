import { accounts } from './accounts.ts';
import type { PostingEntry } from './insert-posting.ts';

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

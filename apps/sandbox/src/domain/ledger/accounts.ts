/**
 * The accounts of a tenant's ledger. What an account holds is the sum of its entries; what came in from outside, and
 * what went out, are accounts too, so that all of them together hold zero.
 */
export const accounts: {
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

/**
 * Why a checkout is no longer shown. `returned`: it sent the buyer back to the shop, paid or not. `closed`: the buyer or the
 * page closed it. Only the webhook says whether the buyer has paid.
 */
export type Ending = 'returned' | 'closed';

/** A checkout that is shown until it is closed or has returned. */
export interface Display {
  /** Removes it. Does nothing if it is already removed. */
  close(): void;
  /** Resolves when it is no longer shown. Never rejects. */
  closed: Promise<Ending>;
}

/**
 * Shows a checkout in one of the modes. Calls `end` when it ends on its own, never before returning, and maybe more than once.
 * Returns a function that removes it, which may also be called more than once.
 */
export type ShowIn = (checkoutUrl: URL, end: (ending: Ending) => void) => () => void;

/**
 * Why a checkout is no longer shown: `returned` where it sent the buyer back to the shop, paid or not; `closed` where the
 * buyer or the page closed it. Whether a payment was made is told by the webhook alone.
 */
export type Ending = 'returned' | 'closed';

/** A checkout that is shown. */
export interface Display {
  /** Takes it away. Does no harm when it is gone already. */
  close(): void;
  /** Resolves when it is no longer shown. Never rejects. */
  closed: Promise<Ending>;
}

/**
 * Shows a checkout in one of the modes. Calls `end` when it has come to its end by itself, never before returning, and
 * maybe more than once. Returns what takes it away, which may be called more than once as well.
 */
export type ShowIn = (checkoutUrl: URL, end: (ending: Ending) => void) => () => void;

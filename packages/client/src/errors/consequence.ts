import type { Operation } from '../document/registered.ts';
import type { Outcome } from './escrow-error.ts';

/** Tells the caller whether the failed call may have been carried out, and whether it may be sent again. */
export function consequenceOf(
  { outcome, method, attempts }: { outcome: Outcome | 'succeeded'; method: Operation['method']; attempts: number },
  { isRepeatable }: Operation,
): string {
  if (outcome === 'not-sent') return attempts > 0 ? 'Nothing arrived, so it may be sent again.' : 'Nothing was sent.';
  if (outcome === 'rejected') return 'The service did nothing, so it may be sent again.';
  if (method === 'GET') return 'It only reads, so it may be sent again.';
  if (isRepeatable) return 'It may have been carried out; repeating it does no harm, so it may be sent again.';
  return 'It may have been carried out: look it up before you send it again.';
}

import { Refusal } from './refusal.ts';

/** The largest amount, 100 billion. A sum of a few hundred of them is still exact. Our choice: not shown. */
export const largestInHalalas = 1e13;

/**
 * Reads an amount from the wire exactly: 0.29 is 29 halalas. Throws if it is negative, has a fraction of a halala, or exceeds
 * 100 billion (MILESTONE-4a). `field` names the amount in the message.
 */
export function toHalalas(amount: number, field: string): number {
  const halalas = Math.round(amount * 100);
  // The number nearest to halalas / 100 is the amount itself only if the amount has at most two decimals.
  if (halalas / 100 === amount && halalas >= 0 && halalas <= largestInHalalas) return halalas;
  throw new Refusal('rule_violation', {
    rule: 'MILESTONE-4a',
    field,
    message: `${field} is not an amount from 0 to ${largestInHalalas / 100} with at most two decimals.`,
  });
}

/** Writes halalas as an amount on the wire: 29 halalas are 0.29. */
export function fromHalalas(halalas: number): number {
  return halalas / 100;
}

import { Refusal } from './refusal.ts';

/** The largest amount, 100 billion: a sum of some hundred of them is still exact. Our choice: not shown. */
export const largestInHalalas = 1e13;

/**
 * Reads an amount of the wire exactly: 0.29 is 29 halalas. Refuses a negative amount, a fraction of a halala, and more
 * than 100 billion (MILESTONE-4a). `field` names the amount in the refusal.
 */
export function toHalalas(amount: number, field: string): number {
  const halalas = Math.round(amount * 100);
  // The nearest number to halalas / 100 is the amount itself only where the amount has no more than two decimals.
  if (halalas / 100 === amount && halalas >= 0 && halalas <= largestInHalalas) return halalas;
  throw new Refusal('rule_violation', {
    rule: 'MILESTONE-4a',
    field,
    message: `${field} is not an amount from 0 to ${largestInHalalas / 100} with at most two decimals.`,
  });
}

/** Writes halalas as the wire has them: 29 halalas are 0.29. */
export function fromHalalas(halalas: number): number {
  return halalas / 100;
}

/** As many digits as a number holds exactly in decimals: an amount in halalas has 14 of them at most. */
const exactDigits = 15;

/** The part of an amount that a fraction such as 0.04 makes, rounded half up to whole halalas. */
export function fractionOf(halalas: number, fraction: number): number {
  // In binary, 50 * 0.29 is 14.499999999999998: what rounding takes is the decimal number that it stands for.
  return Math.round(Number((halalas * fraction).toPrecision(exactDigits)));
}

import { amountUnit } from '@escrow-kit/spec';
import { Refusal } from './refusal.ts';

/** How many halalas an amount of 1 on the wire has. */
const halalasPerUnit = amountUnit === 'minor' ? 1 : 100;

const form = amountUnit === 'minor' ? 'in whole halalas' : 'with at most two decimals';

/** The largest amount, 100 billion. A sum of a few hundred of them is still exact. Our choice: not shown. */
export const largestInHalalas = 1e13;

/**
 * Reads an amount from the wire exactly: 0.29 is 29 halalas, unless the document says that amounts are in minor units. Throws if it
 * is negative, has a fraction of a halala, or exceeds 100 billion (MILESTONE-4a). `field` names the amount in the message.
 */
export function toHalalas(amount: number, field: string): number {
  const halalas = toNearestHalala(amount);
  // The number nearest to it is the amount itself only if the amount has no fraction of a halala.
  if (halalas / halalasPerUnit === amount && halalas >= 0 && halalas <= largestInHalalas) return halalas;
  throw new Refusal('rule_violation', {
    rule: 'MILESTONE-4a',
    field,
    message: `${field} is not an amount from 0 to ${fromHalalas(largestInHalalas)} ${form}.`,
  });
}

/** Reads an amount from the wire, rounded to a whole halala. */
function toNearestHalala(amount: number): number {
  return Math.round(amount * halalasPerUnit);
}

/** Writes halalas as an amount on the wire: 29 halalas are 0.29. */
export function fromHalalas(halalas: number): number {
  return halalas / halalasPerUnit;
}

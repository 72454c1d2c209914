import { isRecord } from './is-record.ts';

/** Any number is a whole multiple of 10 to the power of minus this. */
const decimalPlaces = 400;

/** An amount, exactly, as a count of units of 10^-400: the decimal number that JSON carries for it. */
function toUnits(amount: number): bigint {
  const [mantissa = '', exponent] = amount.toExponential().split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  return BigInt(`${whole}${fraction}`) * 10n ** BigInt(decimalPlaces + Number(exponent) - fraction.length);
}

const roles: readonly unknown[] = ['CUSTOMER', 'BROKER', 'PROVIDER'];

/**
 * Whether what the CUSTOMERs of a list pay is exactly what its other parties get, without rounding: 0.3 is 0.1 and 0.2
 * (PARTY-4). A list with something else in it than parties with amounts has no totals, and passes.
 */
export function isBalanced(parties: unknown): boolean {
  if (!Array.isArray(parties)) return true;
  let balance = 0n;
  for (const party of parties) {
    if (!isRecord(party)) return true;
    const { role, amount } = party;
    if (typeof amount !== 'number' || !Number.isFinite(amount) || !roles.includes(role)) return true;
    balance += role === 'CUSTOMER' ? toUnits(amount) : -toUnits(amount);
  }
  return balance === 0n;
}

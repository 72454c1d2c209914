import type { Party } from '../resources/contracts.ts';

/**
 * Whether what the CUSTOMERs of a list pay is exactly what its other parties get, without rounding: 0.3 is 0.1 and 0.2
 * (PARTY-4). An amount is the decimal number that JSON carries, and a whole multiple of 10 to the power of -400, as any
 * number is.
 */
export function isBalanced(parties: Party[]): boolean {
  let balance = 0n;
  for (const { role, amount } of parties) {
    const [mantissa, exponent] = amount.toExponential().split('e') as [string, string];
    const [whole, fraction = ''] = mantissa.split('.');
    const units = BigInt(whole + fraction) * 10n ** BigInt(400 + Number(exponent) - fraction.length);
    balance += role === 'CUSTOMER' ? units : -units;
  }
  return balance === 0n;
}

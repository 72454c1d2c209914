import { isRecord } from './guards.ts';

/** A number in decimal, as JSON writes it: its digits times ten to the power of the exponent. */
interface Decimal {
  digits: bigint;
  exponent: number;
}

function toDecimal(amount: number): Decimal {
  const [mantissa = '', exponent] = amount.toExponential().split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  return { digits: BigInt(`${whole}${fraction}`), exponent: Number(exponent) - fraction.length };
}

/** Whether amounts add up to exactly zero. */
function sumToZero(amounts: readonly Decimal[]): boolean {
  let lowest = 0;
  for (const { exponent } of amounts) lowest = Math.min(lowest, exponent);
  let sum = 0n;
  for (const { digits, exponent } of amounts) sum += digits * 10n ** BigInt(exponent - lowest);
  return sum === 0n;
}

/** The roles of parties as the service spells them. */
export type PartyRoles = Readonly<Record<'CUSTOMER' | 'PROVIDER' | 'BROKER', string>>;

/**
 * Whether the CUSTOMER amounts of a list are exactly the sum of the other amounts, without rounding errors: 0.3 is 0.1 and 0.2
 * (PARTY-4). A list that contains anything but parties with amounts has no totals, and passes.
 */
export function isBalanced(parties: unknown, roles: PartyRoles): boolean {
  if (!Array.isArray(parties)) return true;
  const known: readonly unknown[] = Object.values(roles);
  const amounts: Decimal[] = [];
  for (const party of parties) {
    if (!isRecord(party)) return true;
    const { role, amount } = party;
    if (typeof amount !== 'number' || !Number.isFinite(amount) || !known.includes(role)) return true;
    amounts.push(toDecimal(role === roles.CUSTOMER ? amount : -amount));
  }
  return sumToZero(amounts);
}

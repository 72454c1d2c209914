import { fail } from '../errors/escrow-error.ts';

/** A part of an amount: a fixed amount, a rate such as 0.05 for 5 percent, or, with neither, what the other parts leave. */
export interface AmountPart {
  /** In major units of the currency, such as 25.5 riyals. */
  amount?: number | undefined;
  /** A fraction of the whole amount, from 0 to 1. */
  rate?: number | undefined;
}

/** The minor units of a currency, such as 100 halalas in a riyal, as the runtime's own data of currencies has them (ISO 4217). */
function minorUnitsIn(currency: string): number {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2);
  } catch {
    return refuse('currency is not a code of three letters, such as SAR');
  }
}

function refuse(problem: string): never {
  fail('configuration', `The amount was not split: ${problem}.`);
}

/** A rounding error of doubles, as in a sum or a product of amounts, is far below this part of a minor unit. */
const tolerance = 1e-6;

/** An amount in minor units. It must have no more decimals than the currency has, but for the rounding error of a sum such as 0.1 + 0.2. */
function toMinorUnits(name: string, amount: unknown, unitsInOne: number): number {
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount < 0) {
    refuse(`${name} must be a number from 0`);
  }
  const units = Math.round(amount * unitsInOne);
  if (!Number.isSafeInteger(units)) refuse(`${name} is too large to be counted exactly`);
  const isWhole = units / unitsInOne === amount || Math.abs(amount * unitsInOne - units) < tolerance;
  if (!isWhole) refuse(`${name} has more decimals than the currency`);
  return units;
}

/** Rates such as three times 1/3 add up to the whole only nearly. What is missing is less than half a minor unit. */
const sumTolerance = 0.5;

/**
 * Splits an amount exactly: the results, in the order of the parts, are in minor units of the currency without a remainder, and
 * add up to the amount (PARTY-4). A rate rarely gives whole minor units; each result is less than one minor unit from its exact
 * share, and those that were cut most get the units that are left. The rounding is our choice: not shown.
 * @param amount In major units, such as 100.5 riyals.
 * @param parts At most one of them may have neither amount nor rate: it gets the rest.
 * @throws EscrowError `configuration` that names the part, if the parts cannot add up to the amount.
 * @example splitAmount(500, [{ rate: 0.05 }, {}], { currency: 'SAR' }) // [25, 475]
 */
export function splitAmount(
  amount: number,
  parts: readonly AmountPart[],
  { currency }: { currency: string },
): number[] {
  const unitsInOne = minorUnitsIn(currency);
  const total = toMinorUnits('amount', amount, unitsInOne);
  const shares = exactShares(total, parts, unitsInOne);
  const units = shares.map((share) => Math.floor(share + tolerance));
  let left = total - units.reduce((sum, each) => sum + each, 0);
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: share - Math.floor(share + tolerance) }))
    .sort((one, other) => other.remainder - one.remainder || one.index - other.index);
  for (const { index } of byRemainder) {
    if (left === 0) break;
    units[index] = (units[index] ?? 0) + 1;
    left -= 1;
  }
  return units.map((each) => each / unitsInOne);
}

/** The share of each part in minor units, with a fraction if it has a rate. They add up to the total. */
function exactShares(total: number, parts: readonly AmountPart[], unitsInOne: number): number[] {
  const given = parts.map((part, index) => shareOf(part, { name: `parts[${index}]`, total, unitsInOne }));
  const rest = total - given.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  const open = given.filter((share) => share === undefined).length;
  if (open > 1) refuse('only one part may have neither amount nor rate');
  if (rest < -sumTolerance) refuse('the parts are more than the amount');
  if (open === 0 && rest > sumTolerance)
    refuse('the parts are less than the amount: leave amount and rate out of one of them');
  return given.map((share) => share ?? Math.max(rest, 0));
}

function shareOf(
  part: AmountPart,
  { name, total, unitsInOne }: { name: string; total: number; unitsInOne: number },
): number | undefined {
  const { amount, rate } = Object(part) as AmountPart;
  if (amount !== undefined && rate !== undefined) refuse(`${name} has an amount and a rate`);
  if (amount !== undefined) return toMinorUnits(`${name}.amount`, amount, unitsInOne);
  if (rate === undefined) return undefined;
  if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1)) refuse(`${name}.rate must be a fraction from 0 to 1`);
  return total * rate;
}

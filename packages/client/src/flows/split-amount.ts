import { fail } from '../errors.ts';
import { isRecord } from '../json.ts';

/** A part of an amount: a fixed amount, a rate such as 0.05 for 5 percent or, with neither, the rest. */
export interface AmountPart {
  /** In major units of the currency, such as 25.5 riyals. */
  amount?: number | undefined;
  /** A fraction of the whole amount, from 0 to 1. */
  rate?: number | undefined;
}

/** Why an amount cannot be split. */
export class SplitError extends Error {
  override name = 'SplitError';
  /** The caller's name of the wrong field. */
  readonly path: string;
  readonly problem: string;
  readonly remedy: string;

  constructor(path: string, problem: string, remedy: string) {
    super(`${path} ${problem}. ${remedy}`);
    this.path = path;
    this.problem = problem;
    this.remedy = remedy;
  }
}

/**
 * Splits an amount exactly. The results are in the order of the parts, are multiples of the currency's minor unit, and add up to the
 * amount (PARTY-4). As rates rarely give whole minor units, shares are rounded down, and the units that are left go to the shares with
 * the largest remainders; so each result is less than one minor unit from its exact share. The rounding is our choice: not shown.
 * @param amount In major units, such as 100.5 riyals.
 * @param parts At most one may have neither amount nor rate: it gets the rest.
 * @throws EscrowError `configuration` that names the part, if the parts cannot add up to the amount.
 * @example splitAmount(500, [{ rate: 0.05 }, {}], { currency: 'SAR' }) // [25, 475]
 */
export function splitAmount(amount: number, parts: readonly AmountPart[], options: { currency: string }): number[] {
  try {
    const minorUnits = minorUnitsOf(Object(options).currency);
    const total = toMinorUnits('amount', amount, minorUnits);
    return splitUnits(total, readParts(parts), minorUnits, namesOfParts).map(
      (units) => units / minorUnits.perMajorUnit,
    );
  } catch (error) {
    if (!(error instanceof SplitError)) throw error;
    fail('configuration', `The amount was not split: ${error.message}`);
  }
}

const namesOfParts: SplitNames = { whole: 'the amount', parts: 'parts' };

/** Checks the parts, because a misspelt one would silently get the rest. */
function readParts(parts: unknown): AmountPart[] {
  if (!Array.isArray(parts)) throw new SplitError('parts', 'must be a list', 'Add each part to it.');
  return Array.from(parts, (part: unknown, index) => {
    const isPart = isRecord(part) && Object.keys(part).every((name) => name === 'amount' || name === 'rate');
    if (!isPart)
      throw new SplitError(`parts[${index}]`, 'must be an object with amount or rate', 'Use {} for the rest.');
    return part;
  });
}

/** A currency and its minor units, such as 100 halalas per riyal. */
export interface MinorUnits {
  currency: string;
  decimals: number;
  perMajorUnit: number;
}

/**
 * The minor units of a currency, from the runtime's data (Unicode CLDR). They follow ISO 4217, except for some currencies whose
 * smallest units are no longer used, such as HUF and IQD.
 * @throws SplitError if the currency is not a code.
 */
export function minorUnitsOf(currency: string): MinorUnits {
  try {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    const { maximumFractionDigits: decimals = 2 } = format.resolvedOptions();
    return { currency, decimals, perMajorUnit: 10 ** decimals };
  } catch {
    throw new SplitError('currency', 'must be a currency code', 'Use three letters, such as SAR.');
  }
}

/** Used to find what is wrong with amounts whose currency is wrong, too. No currency that people pay with has more decimals. */
export const unknownMinorUnits: MinorUnits = { currency: 'any currency', decimals: 3, perMajorUnit: 1000 };

/** Above this, doubles are too far apart for two amounts that differ by one minor unit. */
const mostUnits = 1e13;

/** The rounding error of a sum or product of doubles is smaller than this part of the amount. */
const relativeTolerance = 1e-11;

/** How far an amount in minor units may be from a whole number: its rounding error, but at most `most`. */
const toleranceOf = (units: number, most: number): number => Math.min((1 + units) * relativeTolerance, most);

/**
 * Converts an amount to minor units, a whole number. Accepts the rounding error of a sum such as 0.1 + 0.2.
 * @throws SplitError if it is not an amount, is too large, or has more decimals than the currency.
 */
export function toMinorUnits(path: string, amount: unknown, { currency, decimals, perMajorUnit }: MinorUnits): number {
  if (typeof amount !== 'number' || !Number.isFinite(amount) || amount < 0) {
    throw new SplitError(path, 'must be a number of 0 or more', 'Give it in major units, such as 100.5.');
  }
  const exact = amount * perMajorUnit;
  const units = Math.round(exact);
  if (units > mostUnits) {
    throw new SplitError(path, 'is too large to count exactly', `Give at most ${mostUnits / perMajorUnit}.`);
  }
  if (Math.abs(exact - units) > toleranceOf(exact, 0.01)) {
    throw new SplitError(path, `has more than the ${decimals} decimals of ${currency}`, 'Round it first.');
  }
  return units;
}

/** How messages name an amount and its parts. */
export interface SplitNames {
  /** The whole amount, in words. */
  whole: string;
  parts: string;
  /** Default: `parts[0]` and so on. */
  part?(index: number): string;
}

/**
 * Splits an amount in minor units.
 * @throws SplitError if the parts cannot add up to the amount.
 */
export function splitUnits(
  total: number,
  parts: readonly AmountPart[],
  minorUnits: MinorUnits,
  names: SplitNames,
): number[] {
  const shares = exactShares(total, parts, minorUnits, names);
  const units = shares.map(Math.floor);
  const left = total - units.reduce((sum, each) => sum + each, 0);
  const byRemainder = shares
    .map((share, index) => ({ index, remainder: share - (units[index] ?? 0) }))
    .sort((one, other) => other.remainder - one.remainder);
  for (const { index } of byRemainder.slice(0, left)) units[index] = (units[index] ?? 0) + 1;
  return units;
}

/** The share of each part in minor units, which may be fractional for a rate. The shares add up to the total. */
function exactShares(total: number, parts: readonly AmountPart[], minorUnits: MinorUnits, names: SplitNames): number[] {
  const { part: pathOf = (index) => `${names.parts}[${index}]` } = names;
  const given = parts.map((part, index) => shareOf(part, { path: pathOf(index), total, minorUnits }));
  const rest = total - given.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  const open = given.filter((share) => share === undefined).length;
  // The sum of rates such as three times 1/3 has a rounding error.
  const tolerance = toleranceOf(total, 0.5);
  if (open > 1) throw new SplitError(names.parts, 'has two parts without amount or rate', 'Only one can get the rest.');
  if (rest < -tolerance) {
    throw new SplitError(names.parts, `must not exceed ${names.whole}`, 'Correct the amounts.');
  }
  if (open === 0 && rest > tolerance) {
    const remedy = 'Leave amount and rate out of one share: it gets the rest.';
    throw new SplitError(names.parts, `must add up to ${names.whole}`, remedy);
  }
  return given.map((share) => share ?? Math.max(rest, 0));
}

/**
 * The share of one part in minor units; undefined for the rest.
 * @throws SplitError if the part is wrong whatever the others are.
 */
export function shareOf(
  { amount, rate }: AmountPart,
  { path, total, minorUnits }: { path: string; total: number; minorUnits: MinorUnits },
): number | undefined {
  if (amount !== undefined && rate !== undefined) {
    throw new SplitError(path, 'has an amount and a rate', 'Leave one out.');
  }
  if (amount !== undefined) return toMinorUnits(`${path}.amount`, amount, minorUnits);
  if (rate === undefined) return undefined;
  if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1)) {
    throw new SplitError(`${path}.rate`, 'must be from 0 to 1', 'Write 5 percent as 0.05.');
  }
  return total * rate;
}

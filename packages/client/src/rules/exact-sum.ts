/** The exact sum of amounts as a count of the smallest decimal place that any of them has. */
export interface ExactSum {
  units: bigint;
  scale: number;
}

/** The digits and the decimal places that JSON carries for a number, so that 0.1 is a tenth and no binary fraction. */
function toDecimal(amount: number): ExactSum {
  const [mantissa = '', exponent = '0'] = String(amount).split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  return { units: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

/** Adds amounts without rounding: 0.1 and 0.2 are 3 units of scale 1, as 0.3 is (PARTY-4). */
export function exactSum(amounts: readonly number[]): ExactSum {
  const decimals = amounts.map(toDecimal);
  const scale = Math.max(0, ...decimals.map((decimal) => decimal.scale));
  const units = decimals.reduce((sum, decimal) => sum + decimal.units * 10n ** BigInt(scale - decimal.scale), 0n);
  return { units, scale };
}

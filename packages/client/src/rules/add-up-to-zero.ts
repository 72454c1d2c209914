/** The digits and the decimal places that JSON carries for a number, so that 0.1 is a tenth and no binary fraction. */
function toDecimal(amount: number): { units: bigint; scale: number } {
  const [mantissa = '', exponent = '0'] = String(amount).split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  return { units: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

/** Whether amounts add up to nothing, without rounding: 0.1, 0.2 and -0.3 do (PARTY-4). */
export function addUpToZero(amounts: readonly number[]): boolean {
  const decimals = amounts.map(toDecimal);
  const scale = decimals.reduce((largest, decimal) => Math.max(largest, decimal.scale), 0);
  return decimals.reduce((sum, decimal) => sum + decimal.units * 10n ** BigInt(scale - decimal.scale), 0n) === 0n;
}

/** Every number is a whole multiple of 10 to the power of minus this. */
const decimals = 400;

/** How often that goes into the number that JSON carries, so that 0.1 is a tenth and no binary fraction. */
function toUnits(amount: number): bigint {
  const [mantissa = '', exponent] = amount.toExponential().split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(decimals + Number(exponent) - fraction.length);
}

/** Whether amounts add up to nothing, without rounding: 0.1, 0.2 and -0.3 do (PARTY-4). */
export const addUpToZero = (amounts: readonly number[]): boolean =>
  amounts.reduce((sum, amount) => sum + toUnits(amount), 0n) === 0n;

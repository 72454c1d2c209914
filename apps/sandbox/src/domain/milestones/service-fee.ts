/** The decimal digits that a number holds exactly. An amount in halalas has at most 14. */
const exactDigits = 15;

/** The fee of a milestone (MILESTONE-4): a fraction of its price, such as 0.04, rounded half up to whole halalas (our choice: not shown). */
export function serviceFeeOf(priceInHalalas: number, feePercentage: number): number {
  // In binary, 50 * 0.29 is 14.499999999999998, so the decimal number that it stands for is rounded.
  return Math.round(Number((priceInHalalas * feePercentage).toPrecision(exactDigits)));
}

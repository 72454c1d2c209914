/** The shop stores whole halalas; the service takes riyals. */
export const toRiyals = (halalas: number): number => halalas / 100;

/**
 * The shop's share of a payment. The service takes its own fee out of the organization's wallet, not out of the payment
 * (MILESTONE-4), so choose a commission that covers it.
 */
const commissionInPercent = 5;

export const commissionOf = (halalas: number): number => Math.round((halalas * commissionInPercent) / 100);

const riyals = new Intl.NumberFormat('en', { style: 'currency', currency: 'SAR' });

export const inRiyals = (halalas: number): string => riyals.format(toRiyals(halalas));

/** Parses riyals such as `1500` or `99.50` into halalas; undefined if the text is not an amount above 0. */
export function parseRiyals(text: string): number | undefined {
  if (!/^\d{1,7}([.]\d{1,2})?$/.test(text)) return undefined;
  const halalas = Math.round(Number(text) * 100);
  return halalas > 0 ? halalas : undefined;
}

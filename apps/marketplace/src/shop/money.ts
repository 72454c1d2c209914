/** The shop counts in halalas, which are whole; the service takes riyals. */
export const toRiyals = (halalas: number): number => halalas / 100;

/**
 * What the shop keeps of a payment, in percent. The service takes its own fee out of the wallet of the organization, not out of this
 * payment (MILESTONE-4): choose a commission that covers it.
 */
const commissionInPercent = 5;

export const commissionOf = (halalas: number): number => Math.round((halalas * commissionInPercent) / 100);

const riyals = new Intl.NumberFormat('en', { style: 'currency', currency: 'SAR' });

export const inRiyals = (halalas: number): string => riyals.format(toRiyals(halalas));

/** The halalas that a text such as `1500` or `99.50` stands for; undefined if it is no amount above 0. */
export function parseRiyals(text: string): number | undefined {
  if (!/^\d{1,7}([.]\d{1,2})?$/.test(text)) return undefined;
  const halalas = Math.round(Number(text) * 100);
  return halalas > 0 ? halalas : undefined;
}

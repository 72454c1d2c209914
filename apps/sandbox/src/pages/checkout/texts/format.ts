import { texts } from './texts.ts';

/** The time zone of deadlines, which the texts name: that of the service's currency and IBANs. Our choice: not shown. */
const timeZone = 'Asia/Riyadh';

/** Dates are Gregorian, as in the service's timestamps. */
const locale = 'en-u-ca-gregory';

/** Writes an amount, such as SAR 1,000.00. A currency that is not an ISO 4217 code is written beside the number as it is. */
export function formatAmount({ amount, currency }: { amount: number; currency: string | null }): string {
  if (currency !== null && isCurrencyCode(currency)) {
    // Amounts have at most two decimals, even if the currency has more.
    return new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 2 }).format(amount);
  }
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount);
  return currency === null ? number : `${number} ${currency}`;
}

function isCurrencyCode(text: string): boolean {
  return /^[A-Za-z]{3}$/.test(text);
}

/** Writes a time in our zone; undefined if it is not a timestamp. */
export function formatMoment(timestamp: string): string | undefined {
  const date = new Date(timestamp);
  if (Number.isNaN(date.getTime())) return undefined;
  return new Intl.DateTimeFormat(locale, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(date);
}

/** Writes an IBAN in groups of four, as banks do. */
export function formatIban(iban: string): string {
  return iban.replaceAll(/.{4}(?=.)/g, '$& ');
}

/** The name of a payment method for the buyer. Without one in the texts it is written in words: SOME_WALLET is Some wallet. */
export function formatMethod(method: string): string {
  const { names } = texts.payment;
  const name = Object.hasOwn(names, method) ? names[method] : undefined;
  const words = method.replaceAll('_', ' ').trim().toLowerCase();
  return name ?? (words === '' ? method : words.charAt(0).toUpperCase() + words.slice(1));
}

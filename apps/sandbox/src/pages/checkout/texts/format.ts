/** The zone that deadlines are written in, as the texts say beside them: where the service's currency and IBANs are from. Our choice: not shown. */
const timeZone = 'Asia/Riyadh';

/** Writes an amount, such as SAR 1,000.00. A currency that is no code of ISO 4217 stands beside the number as it is. */
export function formatAmount(
  locale: string,
  { amount, currency }: { amount: number; currency: string | null },
): string {
  if (currency !== null && isCurrencyCode(currency)) {
    // What is paid has two decimals at most, whatever is usual in the currency.
    return new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 2 }).format(amount);
  }
  const number = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(amount);
  return currency === null ? number : `${number} ${currency}`;
}

function isCurrencyCode(text: string): boolean {
  return /^[A-Za-z]{3}$/.test(text);
}

/** Writes a moment in our zone; undefined for what is no timestamp. */
export function formatMoment(locale: string, timestamp: string): string | undefined {
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

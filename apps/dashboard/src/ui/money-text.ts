const format = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Such as `1,000.00 SAR`. */
export function moneyText(amount: number, currency?: string | null): string {
  return currency ? `${format.format(amount)} ${currency}` : format.format(amount);
}

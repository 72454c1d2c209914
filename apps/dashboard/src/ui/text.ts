import { parseUtcTimestamp } from '@escrow-kit/spec/validate';

const money = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** Such as `1,000.00 SAR` and `−40.00`, with the minus sign that is as wide as a plus. */
export function moneyText(amount: number, currency?: string | null): string {
  const text = money.format(amount).replace('-', '−');
  return currency ? `${text} ${currency}` : text;
}

/** Such as `21 Nov 2026, 10:14:26`, in the time zone of the reader. */
export function timeText(at: number): string {
  return time.format(at);
}

/** Such as `2026-11-21T10:14:26`, as inputs for a time have it, in the time zone of the reader; empty if it is no time. */
export function inputText(at: number): string {
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 19);
}

/** When a deadLine is, as the sandbox reads it; NaN if it does not. */
export function timeOfDeadline(deadLine: string | null): number {
  return parseUtcTimestamp(deadLine ?? '') ?? Date.parse(deadLine ?? '');
}

/** Such as `3 min ago` and `in 10 s`. */
export function distanceText(distanceInMs: number): string {
  const size = Math.abs(distanceInMs);
  if (size < 1000) return 'now';
  const text = durationText(size);
  return distanceInMs < 0 ? `${text} ago` : `in ${text}`;
}

/** Such as `100 s` and `3 h`: one unit, rounded down. */
export function durationText(durationInMs: number): string {
  const minutes = durationInMs / 60_000;
  // The delays of webhooks are given in seconds, up to 100.
  if (minutes < 2) return `${Math.round(durationInMs / 1000)} s`;
  if (minutes < 60) return `${Math.floor(minutes)} min`;
  return minutes < 24 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} d`;
}

/** Such as `3 attempts`; a word for no one. */
export function countText(count: number, one: string): string {
  return `${count === 0 ? 'no' : count.toLocaleString('en')} ${count !== 1 ? `${one}s` : one}`;
}

/** `pendingDeliveries` as `Pending deliveries`, `WAITING_FOR_PAYMENT` as `Waiting for payment`. */
export function toWords(name: string): string {
  const words = /[a-z]/.test(name) ? name.replaceAll(/[A-Z]/g, ' $&') : name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

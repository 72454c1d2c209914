const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** Such as `21 Nov 2026, 10:14:26`, in the time zone of the reader. */
export function timeText(at: number): string {
  return format.format(at);
}

const units: { name: string; inMs: number }[] = [
  { name: 'd', inMs: 86_400_000 },
  { name: 'h', inMs: 3_600_000 },
  { name: 'min', inMs: 60_000 },
];

/** Such as `3 min ago` and `in 10 s`. */
export function distanceText(distanceInMs: number): string {
  const size = Math.abs(distanceInMs);
  if (size < 1000) return 'now';
  const text = durationText(size);
  return distanceInMs < 0 ? `${text} ago` : `in ${text}`;
}

/** Such as `100 s` and `3 h`: one unit, rounded down. */
export function durationText(durationInMs: number): string {
  // The delays of webhooks are given in seconds, up to 100.
  if (durationInMs < 120_000) return `${Math.round(durationInMs / 1000)} s`;
  const unit = units.find(({ inMs }) => durationInMs >= inMs);
  return unit ? `${Math.floor(durationInMs / unit.inMs)} ${unit.name}` : `${durationInMs} ms`;
}

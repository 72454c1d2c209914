/** The calendar day of a timestamp, in the extended or the basic form of ISO 8601. The pattern refuses any other form. */
const dayOf = /^(\d{4})-?(\d{2})-?(\d{2})T/;
const timeOf = /T(\d{2}):?(\d{2})?:?(\d{2})?(?:[.,](\d+))?/;

/**
 * Whether the day and the time of a timestamp exist: the document's format `utc-timestamp`, which is used beside a pattern. A
 * day may end at 24:00, and a leap second is 60. For a week date or an ordinal date it checks only the time.
 */
export function isUtcTimestamp(text: string): boolean {
  const [, year, month, day] = dayOf.exec(text) ?? [];
  const isDay = day === undefined || isCalendarDay(Number(year), Number(month), Number(day));
  return isDay && isTimeOfDay(text);
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  // Not Date.UTC: it takes the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isTimeOfDay(text: string): boolean {
  const [, hours, minutes = '0', seconds = '0', fraction = '0'] = timeOf.exec(text) ?? [];
  if (hours === undefined) return true;
  if (Number(hours) === 24) return [minutes, seconds, fraction].every((part) => Number(part) === 0);
  return Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) <= 60;
}

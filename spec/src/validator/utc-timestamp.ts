/** The calendar day and the time of day of a timestamp, in the extended form of ISO 8601 or the basic one. What has neither breaks the pattern. */
const dayOf = /^(\d{4})-?(\d{2})-?(\d{2})T/;
const timeOf = /T(\d{2}):?(\d{2})?:?(\d{2})?(?:[.,](\d+))?/;

/**
 * Whether day and time of a timestamp exist: the format `utc-timestamp` of the document, beside whose pattern it stands. The
 * last moment of a day may be 24:00, and a leap second is 60. Of a week or ordinal date only the time is looked at.
 */
export function isUtcTimestamp(text: string): boolean {
  const [, year, month, day] = dayOf.exec(text) ?? [];
  const isDay = day === undefined || isCalendarDay(Number(year), Number(month), Number(day));
  return isDay && isTimeOfDay(text);
}

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  // Date.UTC takes the years 0 to 99 for those of the last century.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isTimeOfDay(text: string): boolean {
  const [, hours, minutes = '0', seconds = '0', fraction = '0'] = timeOf.exec(text) ?? [];
  if (hours === undefined) return true;
  if (Number(hours) === 24) return [minutes, seconds, fraction].every((part) => Number(part) === 0);
  return Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) <= 60;
}

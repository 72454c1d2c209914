/** Year, month and day of a timestamp, in the extended form of ISO 8601 or the basic one. */
const calendarDay = /^(\d{4})-?(\d{2})-?(\d{2})T/;
/** Hours, minutes, seconds and their fraction, in either form. */
const timeOfDay = /T(\d{2}):?(\d{2})?:?(\d{2})?(?:[.,](\d+))?/;

/**
 * Whether the day and the time of a timestamp exist; its form is the pattern's. The end of a day may be 24:00, and a leap
 * second is 60. Of a week or an ordinal date the time alone is looked at.
 */
export function isUtcTimestamp(text: string): boolean {
  const day = calendarDay.exec(text);
  const time = timeOfDay.exec(text);
  return (day === null || isDay(Number(day[1]), Number(day[2]), Number(day[3]))) && (time === null || isTime(time));
}

/** A day that does not exist is taken for one of the next month. */
function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  // The constructor takes the years 0 to 99 for those of the last century.
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

function isTime([, hours, minutes = '0', seconds = '0', fraction = '0']: RegExpExecArray): boolean {
  if (hours === '24') return Number(minutes) === 0 && Number(seconds) === 0 && Number(fraction) === 0;
  return Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) <= 60;
}

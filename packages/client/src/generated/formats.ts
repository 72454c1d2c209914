// Generated from spec by `pnpm generate`. Not to be edited.

/** Tests a text. */
type FormatTest = (text: string) => boolean;

/** The document's own formats. Each has a pattern too, for tools that do not know the format. */
export const ownFormats: Readonly<Record<'absolute-url' | 'e164-phone' | 'utc-timestamp', FormatTest>> = {
  /** As a browser reads it, so it may have letters of any script, blanks and braces. */
  'absolute-url': (text) => URL.canParse(text),
  /** Without the 0 with which Saudi numbers begin inside the country. Most other countries leave theirs out, too, but some do not. */
  'e164-phone': (text) => !text.startsWith('+9660'),
  'utc-timestamp': isUtcTimestamp,
};

/** The date of an ISO 8601 timestamp: a calendar, ordinal or week date, in the extended or the basic form. */
const dateOf =
  /^(?<year>\d{4})-?(?:(?<month>\d{2})-?(?<day>\d{2})|(?<dayOfYear>\d{3})|W(?<week>\d{2})-?(?<dayOfWeek>\d))T/;
/** Hours, minutes, seconds and their fraction, in either form. */
const timeOf = /T(\d{2}):?(\d{2})?:?(\d{2})?(?:[.,](\d+))?/;

/** Whether the day and the time of a timestamp exist. A day may end at 24:00, and a leap second is 60. */
function isUtcTimestamp(text: string): boolean {
  return isDate(dateOf.exec(text)?.groups) && isTimeOfDay(timeOf.exec(text));
}

/**
 * When a timestamp is, in milliseconds since 1970; undefined for a text that is not an ISO 8601 timestamp in UTC.
 * @public The client's copy of this file does not use it.
 */
export function parseUtcTimestamp(text: string): number | undefined {
  const date = dateOf.exec(text)?.groups;
  const time = timeOf.exec(text);
  if (!date || !time || !/(Z|\+00(:?00)?)$/.test(text) || !isUtcTimestamp(text)) return undefined;
  const [, hours, minutes, seconds, fraction = '0'] = time;
  const partsInMs = [Number(hours) * 3_600_000, Number(minutes ?? 0) * 60_000, Number(seconds ?? 0) * 1000];
  // A fraction belongs to the last part.
  const partInMs = seconds ? 1000 : minutes ? 60_000 : 3_600_000;
  return partsInMs.reduce((sum, part) => sum + part, dayOf(date) + Math.round(Number(`0.${fraction}`) * partInMs));
}

function dayOf({ year, month = '1', day, dayOfYear, week, dayOfWeek }: DateParts): number {
  if (week === undefined) return dayAt(Number(year), Number(month), Number(day ?? dayOfYear)).getTime();
  // The fourth of January is in week 1, and Sunday ends a week.
  const mondayOfWeek1 = 5 - (dayAt(Number(year), 1, 4).getUTCDay() || 7);
  return dayAt(Number(year), 1, mondayOfWeek1 + 7 * (Number(week) - 1) + Number(dayOfWeek) - 1).getTime();
}

type DateParts = Readonly<Record<string, string | undefined>>;

function isDate({ year, month, day, dayOfYear, week, dayOfWeek }: DateParts = {}): boolean {
  if (month !== undefined) return isCalendarDay(Number(year), Number(month), Number(day));
  if (dayOfYear !== undefined) return isWithin(dayOfYear, isCalendarDay(Number(year), 2, 29) ? 366 : 365);
  if (week !== undefined) return isWithin(week, weeksOf(Number(year))) && isWithin(dayOfWeek, 7);
  return true;
}

const isWithin = (digits: string | undefined, last: number): boolean => Number(digits) >= 1 && Number(digits) <= last;

function isCalendarDay(year: number, month: number, day: number): boolean {
  const date = dayAt(year, month, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** A year that begins or ends with a Thursday has 53 weeks. */
function weeksOf(year: number): number {
  const thursday = 4;
  return [dayAt(year, 1, 1), dayAt(year, 12, 31)].some((day) => day.getUTCDay() === thursday) ? 53 : 52;
}

/** A day that does not exist becomes one of the next month. */
function dayAt(year: number, month: number, day: number): Date {
  const date = new Date(0);
  // Date.UTC reads the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

function isTimeOfDay(time: RegExpExecArray | null): boolean {
  const [, hours, minutes = '0', seconds = '0', fraction = '0'] = time ?? [];
  if (hours === undefined) return true;
  if (hours === '24') return [minutes, seconds, fraction].every((part) => Number(part) === 0);
  return Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) <= 60;
}

const day = '(Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const month = '(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const time = '\\d{2}:\\d{2}:\\d{2}';

/** The forms of an HTTP-date with a zone (RFC 9110, 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`, and an obsolete one. */
const withZone = [
  new RegExp(`^${day}, \\d{2} ${month} \\d{4} ${time} GMT$`),
  new RegExp(`^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \\d{2}-${month}-\\d{2} ${time} GMT$`),
];
const withoutZone = new RegExp(`^${day} ${month} [ \\d]\\d ${time} \\d{4}$`);

/** Parses an HTTP-date to ms since 1970; NaN for any other text. */
export function httpDateInMs(text: string): number {
  if (withZone.some((form) => form.test(text))) return Date.parse(text);
  return withoutZone.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}

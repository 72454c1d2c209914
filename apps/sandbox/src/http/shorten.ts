/** A field longer than this is cut: a name in it may come from the request. */
const longestField = 200;

/** Cuts the name of a field so that it stays readable. */
export function shorten(field: string): string {
  return field.length > longestField ? `${field.slice(0, longestField).toWellFormed()}…` : field;
}

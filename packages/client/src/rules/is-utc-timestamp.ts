/** Whether a text is a day and time that exist. A day that does not is taken for one of the next month. */
export function isUtcTimestamp(text: string): boolean {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text.slice(0, 10);
}

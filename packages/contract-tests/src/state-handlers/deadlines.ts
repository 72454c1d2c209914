/** How far ahead deadlines are. A service may refuse past ones and those too far ahead: not shown. */
const daysAhead = 30;
const dayInMs = 86_400_000;

/** Returns the day that is 30 days ahead, in UTC, such as `2030-01-01`. */
export function createDeadLineDay(): string {
  return new Date(Date.now() + daysAhead * dayInMs).toISOString().slice(0, 10);
}

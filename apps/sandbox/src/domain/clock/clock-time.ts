import { type RawBuilder, sql } from 'kysely';

/** What the clock of the tenant in the same row shows, in SQL. The system's time is handed in, as everywhere. */
export function tenantTime(systemNow: number): RawBuilder<number> {
  return sql<number>`coalesce(${sql.ref('tenants.clockFrozenAt')}, ${systemNow} + ${sql.ref('tenants.clockOffset')})`;
}

/** The last moment that a timestamp has a form for: the end of the year 9999. A clock shows nothing later. */
const latestInMs = Date.UTC(10_000, 0, 1) - 1;

/** Tells whether a clock may show a time, in milliseconds since 1970. */
export function isClockTime(timeInMs: number): boolean {
  return timeInMs >= 0 && timeInMs <= latestInMs;
}

import { type RawBuilder, sql } from 'kysely';

/** What the clock of the tenant in the same row shows, in SQL. The system's time is handed in, as everywhere. */
export function tenantTime(systemNow: number): RawBuilder<number> {
  return sql<number>`coalesce(${sql.ref('tenants.clockFrozenAt')}, ${systemNow} + ${sql.ref('tenants.clockOffset')})`;
}

import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../storage/database.ts';
import { isObject } from '../require-shape.ts';

/** Reads what was sent for a milestone or a contract. A part that is missing is null. */
export function readMilestoneDetails(detailsJson: string) {
  const details = asObject(JSON.parse(detailsJson));
  const item = asObject(details['itemDetail']);
  return {
    title: asText(item['title']),
    description: asText(item['description']),
    currency: asText(details['currency']),
    deadLine: asText(details['deadLine']),
  };
}

/** When the deadLine of a milestone's details is; null if there is none, or in a form that JavaScript doesn't read. */
export function readDeadline(detailsJson: string): number | null {
  const time = Date.parse(readMilestoneDetails(detailsJson).deadLine ?? '');
  return Number.isNaN(time) ? null : time;
}

/** Reads the titles of the items of milestones or contracts, by id. Those without a title are left out. */
export async function listTitles(
  db: Db,
  table: 'milestones' | 'contracts',
  { tenantId, ids }: { tenantId: string; ids: string[] },
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom(table)
    .where('tenantId', '=', tenantId)
    .where('id', 'in', ids)
    .select(['id', 'detailsJson'])
    .execute();
  return new Map(
    rows.flatMap(({ id, detailsJson }) => {
      const { title } = readMilestoneDetails(detailsJson);
      return title === null ? [] : [[id, title] as const];
    }),
  );
}

/** The title of the item of a milestone or contract, for a condition in SQL. */
export function titleColumn(table: 'milestones' | 'contracts'): RawBuilder<string | null> {
  return sql`json_extract(${sql.ref(`${table}.detailsJson`)}, '$.itemDetail.title')`;
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

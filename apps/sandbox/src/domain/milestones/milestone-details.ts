import { type RawBuilder, sql } from 'kysely';
import { type Db, isPostgres } from '../../storage/database.ts';
import { isObject } from '../require-shape.ts';

/** The details that were sent for a milestone. Null if an import left them out. */
export interface MilestoneDetails {
  title: string | null;
  description: string | null;
  currency: string | null;
  deadLine: string | null;
}

/** Reads what was sent for a milestone or a contract. It may have been imported, so any part may be missing. */
export function readMilestoneDetails(detailsJson: string): MilestoneDetails {
  const details = asObject(JSON.parse(detailsJson));
  const item = asObject(details['itemDetail']);
  return {
    title: asText(item['title']),
    description: asText(item['description']),
    currency: asText(details['currency']),
    deadLine: asText(details['deadLine']),
  };
}

/** The title of the item of a milestone or contract, for a condition in SQL. */
export function titleColumn(db: Db, table: 'milestones' | 'contracts'): RawBuilder<string | null> {
  return isPostgres(db)
    ? sql`${sql.ref(`${table}.detailsJson`)}::json #>> '{itemDetail,title}'`
    : sql`json_extract(${sql.ref(`${table}.detailsJson`)}, '$.itemDetail.title')`;
}

function asObject(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

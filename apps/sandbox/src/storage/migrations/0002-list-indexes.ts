import { type Kysely, type RawBuilder, sql } from 'kysely';

interface Index {
  name: string;
  on: string;
  columns: string[];
  /** The index contains only these rows. */
  where?: RawBuilder<boolean>;
}

/** Few requests are refused, so these indexes cost the others nothing. */
const indexes: Index[] = [
  { name: 'milestonesByState', on: 'milestones', columns: ['tenantId', 'state', 'id'] },
  { name: 'deliveriesByState', on: 'deliveries', columns: ['tenantId', 'state', 'id'] },
  { name: 'deliveriesByMilestone', on: 'deliveries', columns: ['tenantId', 'milestoneId', 'id'] },
  { name: 'requestsByOperation', on: 'requests', columns: ['tenantId', 'operationId', 'id'] },
  {
    name: 'requestsByRule',
    on: 'requests',
    columns: ['tenantId', 'rule', 'id'],
    where: sql`${sql.ref('rule')} is not null`,
  },
  {
    name: 'refusedRequests',
    on: 'requests',
    columns: ['tenantId', 'id'],
    where: sql`${sql.ref('status')} >= 400`,
  },
];

/** Lets filtered lists read their pages from an index, however long they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const { name, on, columns, where } of indexes) {
    const index = db.schema.createIndex(name).on(on).columns(columns);
    await (where ? index.where(where) : index).execute();
  }
}

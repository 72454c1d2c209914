import type { Db } from '../../storage/database.ts';
import { readMilestoneDetails } from './milestone-details.ts';

/** Reads the titles of contracts by their ids. Left out is a contract that has none. */
export async function listContractTitles(
  db: Db,
  { tenantId, contractIds }: { tenantId: string; contractIds: string[] },
): Promise<Map<string, string>> {
  if (contractIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('contracts')
    .where('tenantId', '=', tenantId)
    .where('id', 'in', contractIds)
    .select(['id', 'detailsJson'])
    .execute();
  return new Map(
    rows.flatMap(({ id, detailsJson }) => {
      const { title } = readMilestoneDetails(detailsJson);
      return title === null ? [] : [[id, title] as const];
    }),
  );
}

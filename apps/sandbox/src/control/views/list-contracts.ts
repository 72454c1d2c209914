import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { fromHalalas } from '../../domain/halalas.ts';
import { readMilestoneDetails, titleColumn } from '../../domain/milestones/milestone-details.ts';
import type { Db } from '../../storage/database.ts';
import { containsText } from '../../storage/sql.ts';

/** A contract in a list, with its milestones. Amounts are as on the wire, the time is on the tenant's clock. */
export type ListedContract = ControlSchema<'ContractPage'>['contracts'][number];

/** Which contracts of a tenant to list. */
export interface ContractFilter {
  tenantId: string;
  limit: number;
  /** The id after which the page begins. Default: from the newest. */
  before?: string | undefined;
  /** A text to find in the id or the title. */
  text?: string | undefined;
}

/** Lists a tenant's contracts, newest first, each with its milestones, oldest first. */
export async function listContracts(db: Db, filter: ContractFilter): Promise<ListedContract[]> {
  const { tenantId, limit, before, text } = filter;
  let query = db
    .selectFrom('contracts')
    .where('tenantId', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'detailsJson', 'createdAt']);
  if (before !== undefined) query = query.where('id', '<', before);
  if (text !== undefined) query = query.where(containsText(db, text, ['id', titleColumn(db, 'contracts')]));
  const rows = await query.execute();
  const milestones = await listMilestonesOf(db, { tenantId, contractIds: rows.map(({ id }) => id) });
  return rows.map(({ id, detailsJson, createdAt }) => {
    const { title, currency } = readMilestoneDetails(detailsJson);
    return { contractId: id, title, currency, createdAt, milestones: milestones.get(id) ?? [] };
  });
}

async function listMilestonesOf(
  db: Db,
  { tenantId, contractIds }: { tenantId: string; contractIds: string[] },
): Promise<Map<string, ListedContract['milestones']>> {
  if (contractIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('milestones')
    .where('tenantId', '=', tenantId)
    .where('contractId', 'in', contractIds)
    .orderBy('id')
    .select(['id', 'contractId', 'detailsJson', 'state', 'itemPrice'])
    .execute();
  const byContract = Map.groupBy(rows, ({ contractId }) => contractId);
  return new Map(
    [...byContract].map(([contractId, ofContract]) => [
      contractId,
      ofContract.map(({ id, detailsJson, state, itemPrice }) => ({
        milestoneId: id,
        title: readMilestoneDetails(detailsJson).title,
        state,
        itemPrice: fromHalalas(itemPrice),
      })),
    ]),
  );
}

import { fromHalalas } from '../money/halalas.ts';
import type { Db } from '../storage/database.ts';
import type { MilestoneState } from '../storage/tables.ts';

/** A milestone in a list. The amount is as on the wire, times are milliseconds since 1970 on the tenant's clock. */
export interface ListedMilestone {
  milestoneId: string;
  contractId: string;
  shortId: string;
  state: MilestoneState;
  itemPrice: number;
  createdAt: number;
  updatedAt: number;
}

/** Lists a tenant's milestones, newest first, from before the id of one of them. Default: every state, from the newest. */
export async function listMilestones(
  db: Db,
  {
    tenantId,
    limit,
    before,
    state,
  }: { tenantId: string; limit: number; before?: string | undefined; state?: MilestoneState | undefined },
): Promise<ListedMilestone[]> {
  let query = db
    .selectFrom('milestones')
    .where('tenantId', '=', tenantId)
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id as milestoneId', 'contractId', 'shortId', 'state', 'itemPrice', 'createdAt', 'updatedAt']);
  if (before !== undefined) query = query.where('id', '<', before);
  if (state !== undefined) query = query.where('state', '=', state);
  const rows = await query.execute();
  return rows.map((row) => ({ ...row, itemPrice: fromHalalas(row.itemPrice) }));
}

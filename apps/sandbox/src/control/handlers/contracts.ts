import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { fromHalalas } from '../../domain/halalas.ts';
import { readMilestoneDetails, titleColumn } from '../../domain/milestones/milestone-details.ts';
import type { Db } from '../../storage/database.ts';
import { containsText } from '../../storage/sql.ts';
import type { ControlHandler } from '../control-call.ts';
import { readPage } from './page.ts';

/** Lists contracts, newest first, each with its milestones, oldest first. */
export const listContracts: ControlHandler<'listContracts'> = async ({ service: { db }, tenant, query }) => {
  const { cursor, q } = query;
  let rows = db
    .selectFrom('contracts')
    .where('tenantId', '=', tenant.id)
    .orderBy('id', 'desc')
    .select(['id', 'detailsJson', 'createdAt']);
  if (cursor !== undefined) rows = rows.where('id', '<', cursor);
  if (q !== undefined) rows = rows.where(containsText(db, q, ['id', titleColumn(db, 'contracts')]));
  const { page, nextCursor } = await readPage(query, rows, ({ id }) => id);
  const milestones = await listMilestonesOf(db, { tenantId: tenant.id, contractIds: page.map(({ id }) => id) });
  const contracts = page.map(({ id, detailsJson, createdAt }) => {
    const { title, currency } = readMilestoneDetails(detailsJson);
    return { contractId: id, title, currency, createdAt, milestones: milestones.get(id) ?? [] };
  });
  return { contracts, nextCursor };
};

type MilestoneOfContract = ControlSchema<'ContractPage'>['contracts'][number]['milestones'][number];

async function listMilestonesOf(
  db: Db,
  { tenantId, contractIds }: { tenantId: string; contractIds: string[] },
): Promise<Map<string, MilestoneOfContract[]>> {
  const rows = await db
    .selectFrom('milestones')
    .where('tenantId', '=', tenantId)
    .where('contractId', 'in', contractIds)
    .orderBy('id')
    .select(['id as milestoneId', 'contractId', 'detailsJson', 'state', 'itemPrice'])
    .execute();
  const milestones = rows.map(({ detailsJson, itemPrice, ...row }) => ({
    ...row,
    title: readMilestoneDetails(detailsJson).title,
    itemPrice: fromHalalas(itemPrice),
  }));
  return Map.groupBy(milestones, ({ contractId }) => contractId);
}

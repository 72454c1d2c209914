import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ExpressionBuilder } from 'kysely';
import { fromHalalas, toNearestHalala } from '../../domain/halalas.ts';
import { readMilestoneDetails, titleColumn } from '../../domain/milestones/milestone-details.ts';
import type { Db } from '../../storage/database.ts';
import { containsText } from '../../storage/sql.ts';
import type { Tables } from '../../storage/tables.ts';
import type { ControlHandler } from '../control-call.ts';
import { isInPage, orderOf, readPage } from './page.ts';

/** Lists contracts, each with its milestones, oldest first. */
export const listContracts: ControlHandler<'listContracts'> = async ({ service: { db }, tenant, query }) => {
  const { state, minPrice, maxPrice, q } = query;
  let rows = db
    .selectFrom('contracts')
    .where('tenantId', '=', tenant.id)
    .where(isInPage(query, 'contracts'))
    .orderBy('id', orderOf(query))
    .select(['id', 'detailsJson', 'createdAt']);
  if (state !== undefined) {
    rows = rows.where((eb) => eb.exists(milestonesOf(eb).where('state', '=', state).select('id')));
  }
  if (minPrice !== undefined) rows = rows.where((eb) => eb(priceOf(eb), '>=', toNearestHalala(Number(minPrice))));
  if (maxPrice !== undefined) rows = rows.where((eb) => eb(priceOf(eb), '<=', toNearestHalala(Number(maxPrice))));
  if (q !== undefined) rows = rows.where(containsText(q, ['id', titleColumn('contracts')]));
  const { page, hasMore, nextCursor } = await readPage(query, rows, ({ id }) => id);
  const milestones = await listMilestonesOf(db, { tenantId: tenant.id, contractIds: page.map(({ id }) => id) });
  const contracts = page.map(({ id, detailsJson, createdAt }) => {
    const { title, currency } = readMilestoneDetails(detailsJson);
    return { contractId: id, title, currency, createdAt, milestones: milestones.get(id) ?? [] };
  });
  return { contracts, hasMore, nextCursor };
};

type OfContract = ExpressionBuilder<Tables, 'contracts'>;

/** The milestones of a contract, inside the statement that reads it. */
function milestonesOf({ selectFrom }: OfContract) {
  return selectFrom('milestones')
    .whereRef('milestones.tenantId', '=', 'contracts.tenantId')
    .whereRef('milestones.contractId', '=', 'contracts.id');
}

/** What the milestones of a contract cost together, in halalas; 0 without any. */
function priceOf(eb: OfContract) {
  return eb.fn.coalesce(
    milestonesOf(eb).select(({ fn }) => fn.sum<number>('itemPrice').as('price')),
    eb.lit(0),
  );
}

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

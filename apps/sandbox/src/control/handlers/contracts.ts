import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ExpressionBuilder } from 'kysely';
import { fromHalalas } from '../../domain/halalas.ts';
import { readMilestoneDetails, titleColumn } from '../../domain/milestones/milestone-details.ts';
import type { Db } from '../../storage/database.ts';
import { containsText } from '../../storage/sql.ts';
import type { Tables } from '../../storage/tables.ts';
import { type ControlHandler, readFirst } from '../control-call.ts';

/** Lists contracts, newest first, each with its milestones, oldest first. */
export const listContracts: ControlHandler<'listContracts'> = async ({ service: { db }, tenant, query }) => {
  const { state, q } = query;
  let rows = db
    .selectFrom('contracts')
    .where('tenantId', '=', tenant.id)
    .orderBy('id', 'desc')
    .select(['id', 'detailsJson', 'createdAt']);
  if (state !== undefined) {
    rows = rows.where((eb) => eb.exists(milestonesOf(eb).where('state', '=', state).select('id')));
  }
  if (q !== undefined) {
    const own = containsText(q, ['contracts.id', titleColumn('contracts')]);
    rows = rows.where((eb) => eb.or([own, eb.exists(milestonesOf(eb).where(isAbout(q)).select('id'))]));
  }
  const { first, ...more } = await readFirst(query, (limit) => rows.limit(limit).execute());
  const milestones = await listMilestonesOf(db, { tenantId: tenant.id, contractIds: first.map(({ id }) => id) });
  const contracts = first.map(({ id, detailsJson, createdAt }) => {
    const { title, currency } = readMilestoneDetails(detailsJson);
    return { contractId: id, title, currency, createdAt, milestones: milestones.get(id) ?? [] };
  });
  return { contracts, ...more };
};

type OfContract = ExpressionBuilder<Tables, 'contracts'>;

/** The milestones of a contract, inside the statement that reads it. */
function milestonesOf({ selectFrom }: OfContract) {
  return selectFrom('milestones')
    .whereRef('milestones.tenantId', '=', 'contracts.tenantId')
    .whereRef('milestones.contractId', '=', 'contracts.id');
}

/** A condition on a milestone: its id, its title, the payment reference or the phone of a party contains this text. */
export function isAbout(text: string) {
  return (eb: ExpressionBuilder<Tables, 'milestones'>) =>
    eb.or([
      containsText(text, ['milestones.id', 'milestones.shortId', titleColumn('milestones')]),
      eb.exists(
        eb
          .selectFrom('parties')
          .whereRef('parties.tenantId', '=', 'milestones.tenantId')
          .whereRef('parties.milestoneId', '=', 'milestones.id')
          .where(containsText(text, ['parties.phone']))
          .select('parties.milestoneId'),
      ),
    ]);
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
    .select(['id as milestoneId', 'contractId', 'detailsJson', 'state', 'itemPrice'])
    .execute();
  // Sorted here: asked for this order, the store would read every milestone of the tenant.
  const sorted = rows.sort((one, other) => (one.milestoneId < other.milestoneId ? -1 : 1));
  const milestones = sorted.map(({ detailsJson, itemPrice, ...row }) => ({
    ...row,
    title: readMilestoneDetails(detailsJson).title,
    itemPrice: fromHalalas(itemPrice),
  }));
  return Map.groupBy(milestones, ({ contractId }) => contractId);
}

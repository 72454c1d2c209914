import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { fromHalalas, toNearestHalala } from '../../domain/halalas.ts';
import { listTitles, readMilestoneDetails, titleColumn } from '../../domain/milestones/milestone-details.ts';
import type { MilestoneChange } from '../../domain/milestones/require-milestone.ts';
import { acceptInvitations as accept } from '../../domain/parties/accept-invitations.ts';
import { listNamedParties } from '../../domain/parties/list-parties.ts';
import { payMilestone as pay } from '../../domain/settlement/pay-milestone.ts';
import {
  completeMilestone as complete,
  releaseMilestone as release,
} from '../../domain/settlement/release-milestone.ts';
import type { Db } from '../../storage/database.ts';
import { containsText } from '../../storage/sql.ts';
import type { ControlCall, ControlHandler } from '../control-call.ts';
import { describeMilestone } from '../views/describe-milestone.ts';
import { isInPage, orderOf, readPage } from './page.ts';

export const listMilestones: ControlHandler<'listMilestones'> = async ({ service: { db }, tenant, query }) => {
  const { state, minPrice, maxPrice, q } = query;
  const tenantId = tenant.id;
  let rows = db
    .selectFrom('milestones')
    .where('tenantId', '=', tenantId)
    .where(isInPage(query, 'milestones'))
    .orderBy('id', orderOf(query))
    .select([
      'id as milestoneId',
      'contractId',
      'shortId',
      'state',
      'itemPrice',
      'detailsJson',
      'createdAt',
      'updatedAt',
    ]);
  if (state !== undefined) rows = rows.where('state', '=', state);
  if (minPrice !== undefined) rows = rows.where('itemPrice', '>=', toNearestHalala(Number(minPrice)));
  if (maxPrice !== undefined) rows = rows.where('itemPrice', '<=', toNearestHalala(Number(maxPrice)));
  if (q !== undefined) {
    const own = containsText(q, ['id', 'contractId', 'shortId', titleColumn('milestones')]);
    rows = rows.where((eb) =>
      eb.or([
        own,
        eb('contractId', 'in', contractsOfTitle(db, tenantId, q)),
        eb('id', 'in', ofPerson(db, tenantId, q)),
      ]),
    );
  }
  const { page, hasMore, nextCursor } = await readPage(query, rows, ({ milestoneId }) => milestoneId);
  const parties = await listNamedParties(db, { tenantId, milestoneIds: page.map(({ milestoneId }) => milestoneId) });
  const titles = await listTitles(db, 'contracts', { tenantId, ids: page.map(({ contractId }) => contractId) });
  const milestones = page.map(({ detailsJson, ...row }) => {
    const { title, currency } = readMilestoneDetails(detailsJson);
    return {
      ...row,
      itemPrice: fromHalalas(row.itemPrice),
      title,
      currency,
      contractTitle: titles.get(row.contractId) ?? null,
      parties: (parties.get(row.milestoneId) ?? []).map(({ userId: _userId, joinedAt: _joinedAt, ...party }) => party),
    };
  });
  return { milestones, hasMore, nextCursor };
};

/** The contracts with this text in their title. */
function contractsOfTitle(db: Db, tenantId: string, text: string) {
  const contracts = db.selectFrom('contracts').where('tenantId', '=', tenantId);
  return contracts.where(containsText(text, [titleColumn('contracts')])).select('id');
}

/** The milestones with a party whose phone number or name contains this text. */
function ofPerson(db: Db, tenantId: string, text: string) {
  const users = db.selectFrom('users').where('tenantId', '=', tenantId);
  const named = users.where(containsText(text, ['firstName', 'lastName'])).select('id');
  return db
    .selectFrom('parties')
    .where('tenantId', '=', tenantId)
    .where((eb) => eb.or([containsText(text, ['parties.phone']), eb('userId', 'in', named)]))
    .select('milestoneId');
}

export const getMilestone: ControlHandler<'getMilestone'> = ({ service, tenant, path }) =>
  describeMilestone(service, { tenant, milestoneId: path.milestoneId });

/** Lets one party accept its invitation, or all of them (STATE-3). */
export const acceptInvitations: ControlHandler<'acceptInvitations'> = (call) =>
  changeMilestone(call, (trx, change) => accept(trx, { ...change, phoneNumber: call.body?.phoneNumber }));

/** Pays as the buyer, whose consent is needed (TICKET-5). */
export const payMilestone: ControlHandler<'payMilestone'> = (call) =>
  changeMilestone(call, (trx, change) => pay(trx, { ...change, buyerPhone: call.body?.buyerPhone }));

export const releaseMilestone: ControlHandler<'releaseMilestone'> = (call) => changeMilestone(call, release);

export const completeMilestone: ControlHandler<'completeMilestone'> = (call) => changeMilestone(call, complete);

async function changeMilestone(
  {
    service,
    tenant,
    now,
    path: { milestoneId },
  }: Pick<ControlCall<'payMilestone'>, 'service' | 'tenant' | 'now' | 'path'>,
  change: (trx: Db, change: MilestoneChange) => Promise<void>,
): Promise<ControlSchema<'Milestone'>> {
  await service.db.transaction().execute((trx) => change(trx, { tenant, milestoneId, now }));
  service.wake();
  return describeMilestone(service, { tenant, milestoneId });
}

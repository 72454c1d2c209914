import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { ExpressionBuilder } from 'kysely';
import { parseCheckoutUrl } from '../../domain/checkout/checkout-url.ts';
import { openCheckout as open } from '../../domain/checkout/open-checkout.ts';
import { giveConsent, payCheckout as payInSession } from '../../domain/checkout/session.ts';
import { fromHalalas } from '../../domain/halalas.ts';
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
import type { Tables } from '../../storage/tables.ts';
import { type ControlCall, type ControlHandler, readFirst } from '../control-call.ts';
import { describeMilestone } from '../views/describe-milestone.ts';

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
function isAbout(text: string) {
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

export const listMilestones: ControlHandler<'listMilestones'> = async ({ service: { db }, tenant, query }) => {
  const { state, q } = query;
  const tenantId = tenant.id;
  let rows = db
    .selectFrom('milestones')
    .where('tenantId', '=', tenantId)
    .orderBy('id', 'desc')
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
  if (q !== undefined) {
    const contracts = db.selectFrom('contracts').where('tenantId', '=', tenantId).select('id');
    const titled = contracts.where(containsText(q, [titleColumn('contracts')]));
    rows = rows.where((eb) => eb.or([isAbout(q)(eb), containsText(q, ['contractId']), eb('contractId', 'in', titled)]));
  }
  const { first, ...more } = await readFirst(query, (limit) => rows.limit(limit).execute());
  const parties = await listNamedParties(db, { tenantId, milestoneIds: first.map(({ milestoneId }) => milestoneId) });
  const titles = await listTitles(db, 'contracts', { tenantId, ids: first.map(({ contractId }) => contractId) });
  const milestones = first.map(({ detailsJson, ...row }) => {
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
  return { milestones, ...more };
};

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

/**
 * Opens the checkout as the buyer's browser does. The ticket is used up (AUTH-7, CHECKOUT-1, CHECKOUT-3); without one the buyer
 * signs in.
 */
export const openCheckout: ControlHandler<'openCheckout'> = ({ service: { db }, tenant, now, body }) => {
  const parts = { ...parseCheckoutUrl(body.checkoutUrl), buyerPhone: body.buyerPhone };
  return db.transaction().execute((trx) => open(trx, { tenant, now, ...parts }));
};

export const payCheckout: ControlHandler<'payCheckout'> = async ({ service, tenant, now, body }) => {
  const { session } = body;
  const { milestoneId } = await service.db.transaction().execute((trx) => payInSession(trx, { tenant, now, session }));
  service.wake();
  return describeMilestone(service, { tenant, milestoneId });
};

/** Grants or declines consent as the buyer of the session (USER-3, USER-4). */
export const giveCheckoutConsent: ControlHandler<'giveCheckoutConsent'> = ({ service: { db }, tenant, now, body }) =>
  db.transaction().execute((trx) => giveConsent(trx, { tenant, now, ...body }));

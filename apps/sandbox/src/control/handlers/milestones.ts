import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { MilestoneChange } from '../../domain/milestones/require-milestone.ts';
import { acceptInvitations as accept } from '../../domain/parties/accept-invitations.ts';
import { payMilestone as pay } from '../../domain/settlement/pay-milestone.ts';
import {
  completeMilestone as complete,
  releaseMilestone as release,
} from '../../domain/settlement/release-milestone.ts';
import type { Db } from '../../storage/database.ts';
import type { ControlHandler } from '../control-call.ts';
import type { ControlContext } from '../control-context.ts';
import { describeMilestone } from '../views/describe-milestone.ts';
import { listContracts as listContractsOf } from '../views/list-contracts.ts';
import { listMilestones as list } from '../views/list-milestones.ts';
import { readPage } from './page.ts';

/** Lists contracts with their milestones, newest first. */
export const listContracts: ControlHandler<'listContracts'> = async ({ service, tenant, query }) => {
  const { cursor: before, q: text } = query;
  const { entries, nextCursor } = await readPage(query, {
    list: (limit) => listContractsOf(service.db, { tenantId: tenant.id, before, text, limit }),
    idOf: ({ contractId }) => contractId,
  });
  return { contracts: entries, nextCursor };
};

/** Lists milestones, newest first. */
export const listMilestones: ControlHandler<'listMilestones'> = async ({ service, tenant, query }) => {
  const { cursor: before, state, q: text } = query;
  const { entries, nextCursor } = await readPage(query, {
    list: (limit) => list(service.db, { tenantId: tenant.id, before, state, text, limit }),
    idOf: ({ milestoneId }) => milestoneId,
  });
  return { milestones: entries, nextCursor };
};

/** Describes a milestone. */
export const getMilestone: ControlHandler<'getMilestone'> = ({ service, tenant, path }) =>
  describeMilestone(service, { tenant, milestoneId: path.milestoneId });

/** Lets one party accept its invitation, or all of them (STATE-3). */
export const acceptInvitations: ControlHandler<'acceptInvitations'> = ({ service, tenant, path, now, body }) =>
  changeMilestone(service, { tenant, now, milestoneId: path.milestoneId }, (trx, change) =>
    accept(trx, { ...change, phoneNumber: body?.phoneNumber }),
  );

/** Pays as the buyer, whose consent is needed (TICKET-5). */
export const payMilestone: ControlHandler<'payMilestone'> = ({ service, tenant, path, now, body }) =>
  changeMilestone(service, { tenant, now, milestoneId: path.milestoneId }, (trx, change) =>
    pay(trx, { ...change, buyerPhone: body?.buyerPhone }),
  );

/** Releases the money to the parties. */
export const releaseMilestone: ControlHandler<'releaseMilestone'> = ({ service, tenant, path, now }) =>
  changeMilestone(service, { tenant, now, milestoneId: path.milestoneId }, release);

/** Completes the settlement. */
export const completeMilestone: ControlHandler<'completeMilestone'> = ({ service, tenant, path, now }) =>
  changeMilestone(service, { tenant, now, milestoneId: path.milestoneId }, complete);

async function changeMilestone(
  service: ControlContext,
  { tenant, milestoneId, now }: MilestoneChange,
  change: (trx: Db, change: MilestoneChange) => Promise<void>,
): Promise<ControlSchema<'Milestone'>> {
  await service.db.transaction().execute((trx) => change(trx, { tenant, milestoneId, now }));
  service.wake();
  return describeMilestone(service, { tenant, milestoneId });
}

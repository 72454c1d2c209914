import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { checkoutUrl } from '../../domain/checkout/checkout-url.ts';
import { fromHalalas } from '../../domain/halalas.ts';
import { readAccount } from '../../domain/ledger/posting-entries.ts';
import { listTitles, readMilestoneDetails } from '../../domain/milestones/milestone-details.ts';
import { allowedMoves } from '../../domain/milestones/move-milestone.ts';
import {
  type MilestoneChange,
  type MilestoneKey,
  requireMilestone,
} from '../../domain/milestones/require-milestone.ts';
import { listNamedParties } from '../../domain/parties/list-parties.ts';
import { listPayments } from '../../domain/payments/payments.ts';
import type { Database, Db } from '../../storage/database.ts';

/** Everything about one milestone. Amounts are as on the wire, times milliseconds since 1970 on the tenant's clock. */
export type MilestoneDescription = ControlSchema<'Milestone'>;

/** Describes a milestone. Throws if the tenant does not have it. */
export function describeMilestone(
  { db, publicUrl }: { db: Database; publicUrl: string },
  milestone: TenantsMilestone,
): Promise<MilestoneDescription> {
  // State, postings and events are of one moment, also while the settlement goes on.
  return db.transaction().execute((trx) => describe(trx, { ...milestone, publicUrl }));
}

type TenantsMilestone = Omit<MilestoneChange, 'now'>;

async function describe(
  db: Db,
  { tenant, milestoneId, publicUrl }: TenantsMilestone & { publicUrl: string },
): Promise<MilestoneDescription> {
  const key = { tenantId: tenant.id, milestoneId };
  const milestone = await requireMilestone(db, key);
  const parties = await listNamedParties(db, { tenantId: tenant.id, milestoneIds: [milestoneId] });
  const { contractId } = milestone;
  const titles = await listTitles(db, 'contracts', { tenantId: tenant.id, ids: [contractId] });
  const scheduledMove = await db
    .selectFrom('scheduledMoves')
    .where((eb) => eb.and({ tenantId: tenant.id, milestoneId }))
    .select(['move', 'dueAt', 'attempts', 'refusal'])
    .executeTakeFirst();
  return {
    ...readMilestoneDetails(milestone.detailsJson),
    milestoneId,
    contractId,
    contractTitle: titles.get(contractId) ?? null,
    shortId: milestone.shortId,
    state: milestone.state,
    itemPrice: fromHalalas(milestone.itemPrice),
    fee: fromHalalas(milestone.fee),
    feePercentage: milestone.feePercentage,
    createdAt: milestone.createdAt,
    updatedAt: milestone.updatedAt,
    parties: parties.get(milestoneId) ?? [],
    redirectUrl: milestone.redirectUrl,
    checkoutUrl:
      milestone.state === 'WAITING_FOR_PAYMENT' ? checkoutUrl({ publicUrl, tenant, shortId: milestone.shortId }) : null,
    ledger: await describeLedger(db, key),
    payments: await listPayments(db, key),
    events: await listEvents(db, key),
    allowedMoves: allowedMoves(milestone.state),
    scheduledMove: scheduledMove ?? null,
  };
}

async function describeLedger(db: Db, key: MilestoneKey): Promise<MilestoneDescription['ledger']> {
  const entries = await db
    .selectFrom('ledgerEntries')
    .where((eb) => eb.and({ tenantId: key.tenantId, milestoneId: key.milestoneId }))
    .orderBy('createdAt')
    .orderBy('id')
    .select(['id as entryId', 'postingId', 'eventId', 'account', 'amount', 'createdAt'])
    .execute();
  const byAccount = [...Map.groupBy(entries, ({ account }) => account)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  return {
    balances: byAccount.map(([account, own]) => ({
      account,
      ...readAccount(account),
      amount: fromHalalas(own.reduce((sum, { amount }) => sum + amount, 0)),
    })),
    entries: entries.map((entry) => ({
      ...entry,
      ...readAccount(entry.account),
      amount: fromHalalas(entry.amount),
    })),
  };
}

function listEvents(db: Db, { tenantId, milestoneId }: MilestoneKey): Promise<MilestoneDescription['events']> {
  return db
    .selectFrom('events')
    .where((eb) => eb.and({ tenantId, milestoneId }))
    .orderBy('createdAt')
    .orderBy('id')
    .select(['id as eventId', 'status', 'referenceId', 'createdAt'])
    .execute();
}

import { checkoutUrl } from '../../domain/checkout/checkout-url.ts';
import { fromHalalas } from '../../domain/halalas.ts';
import { readBalances } from '../../domain/ledger/ledger.ts';
import { listContractTitles } from '../../domain/milestones/get-contract.ts';
import { type MilestoneDetails, readMilestoneDetails } from '../../domain/milestones/milestone-details.ts';
import { allowedMoves, type Move } from '../../domain/milestones/move-milestone.ts';
import { type MilestoneKey, requireMilestone } from '../../domain/milestones/require-milestone.ts';
import { listNamedParties, type NamedParty } from '../../domain/parties/list-parties.ts';
import { type DescribedPayment, listPayments } from '../../domain/payments/payments.ts';
import type { Tenant } from '../../domain/tenants/tenant.ts';
import type { Db } from '../../storage/database.ts';
import type { MilestoneState } from '../../storage/tables.ts';

/** Everything about one milestone. Amounts are as on the wire, times milliseconds since 1970 on the tenant's clock. */
export interface MilestoneDescription extends MilestoneDetails {
  milestoneId: string;
  contractId: string;
  /** Null where the contract has none. */
  contractTitle: string | null;
  shortId: string;
  state: MilestoneState;
  itemPrice: number;
  fee: number;
  feePercentage: number;
  createdAt: number;
  updatedAt: number;
  parties: NamedParty[];
  /** Where the checkout sends the buyer back to, as the last start of payment said; null before the first one. */
  redirectUrl: string | null;
  /** Where the buyer pays; null where there is nothing to pay. */
  checkoutUrl: string | null;
  ledger: {
    /** What this milestone alone brought to each account. */
    balances: { account: string; amount: number }[];
    /** Entries of one posting add up to zero. */
    entries: { postingId: string; account: string; amount: number; createdAt: number }[];
  };
  /** What buyers did at the checkout, bank transfers that are waited for among it. */
  payments: DescribedPayment[];
  events: { eventId: string; status: string; referenceId: string; createdAt: number }[];
  allowedMoves: Move[];
  /** What automatic settlement does next, with the reason of the last refusal. */
  scheduledMove: { move: Move; dueAt: number; attempts: number; refusal: string | null } | null;
}

/** Describes a milestone for the person who tests with it. Refuses an id that the tenant does not have. */
export async function describeMilestone(
  { db, publicUrl }: { db: Db; publicUrl: string },
  { tenant, milestoneId }: { tenant: Tenant; milestoneId: string },
): Promise<MilestoneDescription> {
  const key = { tenantId: tenant.id, milestoneId };
  const milestone = await requireMilestone(db, key);
  const parties = await listNamedParties(db, { tenantId: tenant.id, milestoneIds: [milestoneId] });
  const { contractId } = milestone;
  const titles = await listContractTitles(db, { tenantId: tenant.id, contractIds: [contractId] });
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
    scheduledMove: (await findScheduledMove(db, key)) ?? null,
  };
}

async function describeLedger(db: Db, key: MilestoneKey): Promise<MilestoneDescription['ledger']> {
  const balances = await readBalances(db, key);
  const entries = await db
    .selectFrom('ledgerEntries')
    .where('tenantId', '=', key.tenantId)
    .where('milestoneId', '=', key.milestoneId)
    .orderBy('createdAt')
    .orderBy('id')
    .select(['postingId', 'account', 'amount', 'createdAt'])
    .execute();
  return {
    balances: balances.map(({ account, amountInHalalas }) => ({ account, amount: fromHalalas(amountInHalalas) })),
    entries: entries.map((entry) => ({ ...entry, amount: fromHalalas(entry.amount) })),
  };
}

function listEvents(db: Db, { tenantId, milestoneId }: MilestoneKey): Promise<MilestoneDescription['events']> {
  return db
    .selectFrom('events')
    .where('tenantId', '=', tenantId)
    .where('milestoneId', '=', milestoneId)
    .orderBy('createdAt')
    .orderBy('id')
    .select(['id as eventId', 'status', 'referenceId', 'createdAt'])
    .execute();
}

function findScheduledMove(db: Db, { tenantId, milestoneId }: MilestoneKey) {
  return db
    .selectFrom('scheduledMoves')
    .where('tenantId', '=', tenantId)
    .where('milestoneId', '=', milestoneId)
    .select(['move', 'dueAt', 'attempts', 'refusal'])
    .executeTakeFirst();
}

import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { checkoutUrl, giveConsent, openCheckout, parseCheckoutUrl, payCheckout } from '../domain/checkout.ts';
import { findTitle, readDetails } from '../domain/contracts.ts';
import { fromHalalas } from '../domain/halalas.ts';
import { readAccount } from '../domain/ledger.ts';
import { allowedMoves, type MilestoneChange, type MilestoneKey, requireMilestone } from '../domain/milestones.ts';
import { acceptInvitations } from '../domain/parties.ts';
import { writeUserId } from '../domain/service-id.ts';
import { completeMilestone, payMilestone, releaseMilestone } from '../domain/settlement.ts';
import { fullName } from '../domain/users.ts';
import { findWarningsOfMilestone } from '../domain/warnings.ts';
import type { Store } from '../store/store.ts';
import type { Row } from '../store/tables.ts';
import { type ControlCall, type ControlHandlers, readNewest } from './control-call.ts';
import { countOf } from './people.ts';

/** Contracts and their milestones, and what the parties, the buyer at the checkout and the operator do with one. */
export const milestoneHandlers = {
  /** Lists contracts, newest first, each with its milestones, oldest first. */
  listContracts: (call) => {
    const { first, ...more } = readNewest(call, {
      table: 'contracts',
      filters: {
        state: `exists (${milestonesOfContract} and +milestones.state = $state)`,
        q: `(${has('id')} or ${has(titleOf('contracts'))} or exists (${milestonesOfContract} and ${isAbout}))`,
      },
    });
    const contracts = first.map(({ tenantId, id, detailsJson, createdAt }) => {
      const { title, currency } = readDetails(detailsJson);
      // Sorted here: asked for this order, the store would read every milestone of the tenant.
      const rows = call.service.store.list('milestones', { tenantId, contractId: id });
      const sorted = rows.sort((one, other) => (one.id < other.id ? -1 : 1));
      const milestones = sorted.map((row) => describeRow(call.service.store, row));
      return { contractId: id, title, currency, createdAt, milestones };
    });
    return { contracts, ...more };
  },

  listMilestones: (call) => {
    const { first, ...more } = readNewest(call, {
      table: 'milestones',
      filters: {
        state: 'state = $state',
        q: `(${isAbout} or ${has('contractId')} or contractId in (${titledContracts}))`,
      },
    });
    return { milestones: first.map((row) => describeRow(call.service.store, row)), ...more };
  },

  getMilestone: (call) => describeMilestone(call, call.path.milestoneId),

  /** Lets one party accept its invitation, or all of them (STATE-3). */
  acceptInvitations: (call) =>
    changeMilestone(call, (store, change) => {
      acceptInvitations(store, { ...change, phoneNumber: call.body?.phoneNumber });
    }),

  /** Pays as the buyer, whose consent is needed (TICKET-5). */
  payMilestone: (call) =>
    changeMilestone(call, (store, change) => payMilestone(store, { ...change, buyerPhone: call.body?.buyerPhone })),

  releaseMilestone: (call) => changeMilestone(call, releaseMilestone),

  completeMilestone: (call) => changeMilestone(call, completeMilestone),

  /**
   * Opens the checkout as the buyer's browser does. The ticket is used up (AUTH-7, CHECKOUT-1, CHECKOUT-3); without one the buyer
   * signs in.
   */
  openCheckout: ({ service: { store }, tenant, now, body: { checkoutUrl: url, buyerPhone } }) => {
    const parts = { ...parseCheckoutUrl(url), buyerPhone };
    return store.transaction(() => openCheckout(store, { tenant, now, ...parts }));
  },

  payCheckout: (call) => {
    const { service, tenant, now, body } = call;
    const { store, runner } = service;
    const { milestoneId } = store.transaction(() => payCheckout(store, { tenant, now, session: body.session }));
    runner.wake(tenant);
    return describeMilestone(call, milestoneId);
  },

  /** Grants or declines consent as the buyer of the session (USER-3, USER-4). */
  giveCheckoutConsent: ({ service: { store }, tenant, now, body }) =>
    store.transaction(() => giveConsent(store, { tenant, now, ...body })),
} satisfies Partial<ControlHandlers>;

/** The condition that a text contains `$q`. Ignores the case of ASCII letters. */
const has = (text: string): string => `${text} like $q escape '\\'`;

/** The title of the item of a contract or milestone. */
const titleOf = (table: 'contracts' | 'milestones'): string =>
  `json_extract(${table}.detailsJson, '$.itemDetail.title')`;

const milestonesOfContract = `
  select 1 from milestones where milestones.tenantId = contracts.tenantId and milestones.contractId = contracts.id`;

const titledContracts = `select id from contracts where tenantId = $tenantId and ${has(titleOf('contracts'))}`;

const partiesOfMilestone = `
  select 1 from parties where parties.tenantId = milestones.tenantId and parties.milestoneId = milestones.id`;

/** The condition that the id of a milestone, its payment reference, its title or the phone of a party contains `$q`. */
const isAbout = `(${has('milestones.id')} or ${has('milestones.shortId')} or ${has(titleOf('milestones'))}
  or exists (${partiesOfMilestone} and ${has('parties.phone')}))`;

/** Describes a milestone as lists have it. */
export function describeRow(store: Store, row: Row<'milestones'>): ControlSchema<'ListedMilestone'> {
  const { tenantId, id, contractId, shortId, state, itemPrice, createdAt, updatedAt } = row;
  const { title, currency, deadLine } = readDetails(row.detailsJson);
  return {
    milestoneId: id,
    contractId,
    shortId,
    state,
    itemPrice: fromHalalas(itemPrice),
    createdAt,
    updatedAt,
    contractTitle: findTitle(store, 'contracts', { tenantId, id: contractId }),
    title,
    currency,
    deadLine,
    parties: listParties(store, { tenantId, milestoneId: id }),
  };
}

type DescribedParty = MilestoneDescription['parties'][number];
type PartyRow = Omit<DescribedParty, 'userId' | 'name'> &
  Pick<Row<'parties'>, 'userId'> &
  Parameters<typeof fullName>[0];

/** Lists the parties of a milestone, each with what its user has. */
function listParties(store: Store, key: MilestoneKey): DescribedParty[] {
  const rows = store.all<PartyRow>(
    `select parties.phone as phoneNumber, role, amount, joinedAt, userId, firstName, lastName, consent,
       ${countOf('bankAccounts')}, ${countOf('addresses')}
     from parties left join users on users.tenantId = parties.tenantId and users.id = parties.userId
     where parties.tenantId = $tenantId and parties.milestoneId = $milestoneId order by position`,
    { ...key },
  );
  return rows.map(({ amount, userId, firstName, lastName, ...party }) => ({
    ...party,
    amount: fromHalalas(amount),
    userId: writeId(userId),
    name: fullName({ firstName, lastName }),
  }));
}

const writeId = (userId: number | null) => (userId === null ? null : writeUserId(userId));

/** A call about a milestone. */
type MilestoneCall = Pick<ControlCall<'payMilestone'>, 'service' | 'publicUrl' | 'tenant' | 'now' | 'path'>;

function changeMilestone(
  call: MilestoneCall,
  change: (store: Store, change: MilestoneChange) => void,
): MilestoneDescription {
  const { service, tenant, now, path } = call;
  service.store.transaction(() => change(service.store, { tenant, milestoneId: path.milestoneId, now }));
  service.runner.wake(tenant);
  return describeMilestone(call, path.milestoneId);
}

/** Everything about one milestone. Amounts are as on the wire, times milliseconds since 1970 on the tenant's clock. */
type MilestoneDescription = ControlSchema<'Milestone'>;

const ofMilestone = 'where tenantId = $tenantId and milestoneId = $milestoneId';

/** Describes a milestone. Throws if the tenant does not have it. */
function describeMilestone(
  { service: { store }, publicUrl, tenant }: Pick<MilestoneCall, 'service' | 'publicUrl' | 'tenant'>,
  milestoneId: string,
): MilestoneDescription {
  const key = { tenantId: tenant.id, milestoneId };
  const row = requireMilestone(store, key);
  const { shortId, state, fee, feePercentage, redirectUrl } = row;
  return {
    ...describeRow(store, row),
    description: readDetails(row.detailsJson).description,
    fee: fromHalalas(fee),
    feePercentage,
    redirectUrl,
    warnings: findWarningsOfMilestone(store, row),
    checkoutUrl: state === 'WAITING_FOR_PAYMENT' ? checkoutUrl({ publicUrl, tenant, shortId }) : null,
    ledger: readLedger(store, key),
    payments: readPayments(store, key),
    events: store.all(
      `select id as eventId, status, referenceId, createdAt from events ${ofMilestone} order by createdAt, id`,
      key,
    ),
    allowedMoves: allowedMoves(state),
    scheduledMove: store.get(`select move, dueAt, attempts, refusal from scheduledMoves ${ofMilestone}`, key) ?? null,
  };
}

type Ledger = MilestoneDescription['ledger'];

function readLedger(store: Store, key: MilestoneKey): Ledger {
  const balances = store.all<StoredAmount<Ledger['balances'][number]>>(
    `select account, sum(amount) as amount from ledgerEntries ${ofMilestone} group by account order by account`,
    { ...key },
  );
  const entries = store.all<StoredAmount<Ledger['entries'][number]>>(
    `select id as entryId, postingId, eventId, account, amount, createdAt from ledgerEntries ${ofMilestone}
     order by createdAt, id`,
    { ...key },
  );
  return { balances: balances.map(describeAmount), entries: entries.map(describeAmount) };
}

/** What an account got, as it is stored. */
type StoredAmount<Amount> = Omit<Amount, 'kind' | 'userId'>;

function describeAmount<Amount extends { account: string; amount: number }>(stored: Amount) {
  const { kind, userId } = readAccount(stored.account);
  return { ...stored, kind, userId: writeId(userId), amount: fromHalalas(stored.amount) };
}

type Payment = MilestoneDescription['payments'][number];

function readPayments(store: Store, key: MilestoneKey): Payment[] {
  const rows = store.all<Payment & Pick<Row<'payments'>, 'userId'>>(
    `select userId, method, state, iban as virtualIban, reference, createdAt, paidAt from payments ${ofMilestone}
     order by createdAt, userId`,
    { ...key },
  );
  return rows.map(({ userId, ...payment }) => ({ ...payment, userId: writeUserId(userId) }));
}

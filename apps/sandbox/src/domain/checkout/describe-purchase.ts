import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { fromHalalas } from '../halalas.ts';
import { readMilestoneDetails } from '../milestones/milestone-details.ts';
import { listNamedParties } from '../parties/list-parties.ts';
import type { Tenant } from '../tenants/tenant.ts';

/** What the buyer pays for, in words that the organization and others chose. Null is what nobody said. */
export interface Purchase {
  /** Of the contract that the milestone belongs to. */
  contractTitle: string | null;
  title: string | null;
  description: string | null;
  /** As on the wire (MILESTONE-4). */
  amount: number;
  currency: string | null;
  /** An ISO 8601 timestamp in UTC. */
  deadline: string | null;
  /** The PROVIDERs. */
  sellers: Seller[];
  organization: string;
  /** The escrow has paid the money out, or is about to. */
  isReleased: boolean;
}

/** A seller as the buyer gets to know them: by name, or by the end of the phone number. */
export interface Seller {
  name: string | null;
  phoneEnding: string;
}

/** Digits of a seller's phone number that a buyer may see. */
const shownDigits = 4;

/** Describes what a milestone sells, for its buyer. */
export async function describePurchase(
  db: Db,
  { tenant, milestone }: { tenant: Tenant; milestone: Row<'milestones'> },
): Promise<Purchase> {
  const { title, description, currency, deadLine } = readMilestoneDetails(milestone.detailsJson);
  const parties = await listNamedParties(db, { tenantId: tenant.id, milestoneIds: [milestone.id] });
  const sellers = (parties.get(milestone.id) ?? []).filter(({ role }) => role === 'PROVIDER');
  return {
    contractTitle: await readContractTitle(db, milestone),
    title,
    description,
    amount: fromHalalas(milestone.itemPrice),
    currency,
    deadline: deadLine,
    sellers: sellers.map(({ name, phoneNumber }) => ({ name, phoneEnding: phoneNumber.slice(-shownDigits) })),
    organization: tenant.settings.organizationName,
    isReleased: milestone.state === 'CASHOUT_IN_PROGRESS' || milestone.state === 'COMPLETED',
  };
}

async function readContractTitle(db: Db, { tenantId, contractId }: Row<'milestones'>): Promise<string | null> {
  const row = await db
    .selectFrom('contracts')
    .where('tenantId', '=', tenantId)
    .where('id', '=', contractId)
    .select('detailsJson')
    .executeTakeFirst();
  // A contract holds what was sent for it in the same shape as a milestone.
  return row ? readMilestoneDetails(row.detailsJson).title : null;
}

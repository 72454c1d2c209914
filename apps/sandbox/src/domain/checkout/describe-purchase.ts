import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { fromHalalas } from '../halalas.ts';
import { listTitles, readMilestoneDetails } from '../milestones/milestone-details.ts';
import { listNamedParties } from '../parties/list-parties.ts';
import type { Tenant } from '../tenants/tenant.ts';

/** The purchase that the buyer pays for, in the organization's words. Null if not given. */
export interface Purchase {
  /** The title of the milestone's contract. */
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
  /** Whether the escrow has paid out the money, or is about to. */
  isReleased: boolean;
}

/** A seller as shown to the buyer: by name, or by the end of the phone number. */
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
  const titles = await listTitles(db, 'contracts', { tenantId: tenant.id, ids: [milestone.contractId] });
  return {
    contractTitle: titles.get(milestone.contractId) ?? null,
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

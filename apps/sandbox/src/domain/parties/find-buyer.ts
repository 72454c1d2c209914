import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import type { MilestoneKey } from '../milestones/require-milestone.ts';
import { Refusal } from '../refusal.ts';
import { findUserRow } from '../users/user.ts';
import { listParties } from './list-parties.ts';

/** Names a buyer by phone or by user id. Default: the first CUSTOMER. */
export interface BuyerName {
  buyerPhone?: string | undefined;
  buyerId?: number | undefined;
}

/** Finds the user who pays a milestone. Throws if the user is not one of its CUSTOMERs (AUTH-7). */
export async function findBuyer(
  db: Db,
  { tenantId, milestoneId, buyerPhone, buyerId }: MilestoneKey & BuyerName,
): Promise<Row<'users'>> {
  const parties = await listParties(db, { tenantId, milestoneId });
  const party = parties.find(
    ({ role, phone, userId }) =>
      role === 'CUSTOMER' &&
      (buyerPhone === undefined || phone === buyerPhone) &&
      (buyerId === undefined || userId === buyerId),
  );
  const user = party?.userId == null ? undefined : await findUserRow(db, { tenantId, userId: party.userId });
  if (user) return user;
  const message = 'This user is not a CUSTOMER of the milestone. Only its buyer can open its checkout and pay.';
  // The checkout names no user, because the ticket or the session identifies its user.
  const field = buyerPhone === undefined ? undefined : 'buyerPhone';
  throw new Refusal('conflict', { rule: 'AUTH-7a', field, message });
}

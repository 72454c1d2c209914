import type { ControlSchema } from '@escrow-kit/sandbox-control';
import type { Db } from '../../storage/database.ts';
import type { Row } from '../../storage/tables.ts';
import { fromHalalas } from '../halalas.ts';
import type { MilestoneKey } from '../milestones/require-milestone.ts';
import { Refusal } from '../refusal.ts';
import { findUser, fullName } from '../users/user.ts';

/** The parties of a milestone in the order in which they were added. */
export function listParties(db: Db, { tenantId, milestoneId }: MilestoneKey): Promise<Row<'parties'>[]> {
  return db
    .selectFrom('parties')
    .where((eb) => eb.and({ tenantId, milestoneId }))
    .orderBy('position')
    .selectAll()
    .execute();
}

/** A party for readers. The amount is as on the wire. */
export type NamedParty = ControlSchema<'Milestone'>['parties'][number];

/** Lists the parties of milestones with their names, by milestone, in the order in which they were added. */
export async function listNamedParties(
  db: Db,
  { tenantId, milestoneIds }: { tenantId: string; milestoneIds: string[] },
): Promise<Map<string, NamedParty[]>> {
  const rows = await db
    .selectFrom('parties')
    .leftJoin('users', (join) =>
      join.onRef('users.tenantId', '=', 'parties.tenantId').onRef('users.id', '=', 'parties.userId'),
    )
    .where('parties.tenantId', '=', tenantId)
    .where('parties.milestoneId', 'in', milestoneIds)
    .orderBy('parties.position')
    .select(['parties.milestoneId', 'parties.phone', 'parties.userId', 'parties.role', 'parties.amount'])
    .select(['parties.joinedAt', 'users.firstName', 'users.lastName'])
    .execute();
  const byMilestone = Map.groupBy(rows, ({ milestoneId }) => milestoneId);
  return new Map(
    [...byMilestone].map(([milestoneId, parties]) => [
      milestoneId,
      parties.map(({ phone, userId, role, amount, joinedAt, ...names }) => ({
        phoneNumber: phone,
        userId,
        role,
        amount: fromHalalas(amount),
        joinedAt,
        name: fullName(names),
      })),
    ]),
  );
}

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
  const user = party?.userId == null ? undefined : await findUser(db, { tenantId, userId: party.userId });
  if (user) return user;
  const message = 'This user is not a CUSTOMER of the milestone. Only its buyer can open its checkout and pay.';
  // The checkout names no user, because the ticket or the session identifies its user.
  const field = buyerPhone === undefined ? undefined : 'buyerPhone';
  throw new Refusal('conflict', { rule: 'AUTH-7a', field, message });
}

import type { Db } from '../../storage/database.ts';
import { inBatches } from '../../storage/sql.ts';
import type { MilestoneKey } from '../milestones/require-milestone.ts';
import type { Party } from './party.ts';

/** The parties of a milestone, in order. */
export interface NewParties extends MilestoneKey {
  parties: readonly Party[];
  /** The id of each user, by phone. */
  userIds: ReadonlyMap<string, number>;
  isInvited: (party: Party) => boolean;
  now: number;
}

/** Writes the parties of a milestone. Those who are invited have not joined yet (STATE-3). */
export async function insertParties(db: Db, { parties, userIds, isInvited, now, ...key }: NewParties): Promise<void> {
  const rows = parties.map((party, position) => ({
    ...key,
    position,
    phone: party.phone,
    userId: party.role === 'BROKER' ? null : (userIds.get(party.phone) ?? null),
    role: party.role,
    amount: party.amountInHalalas,
    joinedAt: isInvited(party) ? null : now,
  }));
  for (const batch of inBatches(rows)) await db.insertInto('parties').values(batch).execute();
}

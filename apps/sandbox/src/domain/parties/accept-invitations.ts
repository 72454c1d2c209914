import type { Db } from '../../storage/database.ts';
import { illegalMove, joinMilestone } from '../milestones/move-milestone.ts';
import { type MilestoneChange, requireMilestone } from '../milestones/require-milestone.ts';
import { Refusal } from '../refusal.ts';
import { listParties } from './list-parties.ts';

/**
 * Lets one party accept its invitation, or all parties if no phone number is given. When the last one has accepted, the
 * milestone goes to WAITING_FOR_PAYMENT (STATE-2, STATE-3). Accepting again changes nothing. Call it in a transaction.
 *
 * Throws if the milestone has no parties or is no longer CREATED, or if the phone number is not one of its parties.
 */
export async function acceptInvitations(
  trx: Db,
  { tenant, milestoneId, now, phoneNumber }: MilestoneChange & { phoneNumber?: string | undefined },
): Promise<void> {
  const key = { tenantId: tenant.id, milestoneId };
  const { state } = await requireMilestone(trx, key);
  if (state !== 'CREATED') throw illegalMove('join', state);
  const parties = await listParties(trx, key);
  const accepting = parties.filter(({ phone }) => phoneNumber === undefined || phone === phoneNumber);
  if (accepting.length === 0) throw noSuchParty(parties.length);
  const positions = accepting.map(({ position }) => position);
  await trx
    .updateTable('parties')
    .set({ joinedAt: now })
    .where((eb) => eb.and(key))
    .where('joinedAt', 'is', null)
    .where('position', 'in', positions)
    .execute();
  const isComplete = parties.every((party) => party.joinedAt !== null || accepting.includes(party));
  if (isComplete) await joinMilestone(trx, { ...key, now });
}

function noSuchParty(partyCount: number): Refusal {
  return partyCount === 0
    ? new Refusal('conflict', { rule: 'STATE-2b', message: 'The milestone has no parties yet. Add them first.' })
    : new Refusal('not_found', {
        rule: 'ERR-1b',
        field: 'phoneNumber',
        message: 'No party of this milestone has that phone number.',
      });
}

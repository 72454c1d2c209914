import type { Db } from '../../storage/database.ts';
import type { MilestoneChange, MilestoneKey } from './require-milestone.ts';

/**
 * Plans the next step if the organization's settlement is automatic: the release after a payment, the completion after a
 * release. The service does not show what moves a milestone on (our choice).
 */
export async function scheduleMove(
  db: Db,
  { tenant, milestoneId, move, now }: MilestoneChange & { move: 'release' | 'complete' },
): Promise<void> {
  const { automatic, releaseAfterInSeconds, completeAfterInSeconds } = tenant.settings.settlement;
  if (!automatic) return;
  const delayInSeconds = move === 'release' ? releaseAfterInSeconds : completeAfterInSeconds;
  await db
    .insertInto('scheduledMoves')
    .values({
      tenantId: tenant.id,
      milestoneId,
      move,
      dueAt: now + Math.round(delayInSeconds * 1000),
      attempts: 0,
    })
    .execute();
}

/** Removes the planned step of a milestone, because it was done or no longer applies. */
export async function unscheduleMove(db: Db, { tenantId, milestoneId }: MilestoneKey): Promise<void> {
  await db
    .deleteFrom('scheduledMoves')
    .where((eb) => eb.and({ tenantId, milestoneId }))
    .execute();
}

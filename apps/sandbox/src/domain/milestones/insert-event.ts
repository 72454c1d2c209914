import type { Db } from '../../storage/database.ts';
import type { MilestoneState } from '../../storage/tables.ts';
import { createId } from '../create-id.ts';
import { createServiceId } from '../service-id.ts';
import { eventBody } from './event-body.ts';
import { statusOf } from './status-of.ts';

/**
 * Writes an event and its delivery, due at once, in the transaction of the change that causes it (HOOK-1, HOOK-5). Returns its
 * id. The delivery stays pending until it is delivered or its last attempt fails (HOOK-4); redelivering makes it pending again.
 */
export async function insertEvent(
  db: Db,
  {
    tenantId,
    milestoneId,
    status,
    now,
  }: { tenantId: string; milestoneId: string; status: MilestoneState; now: number },
): Promise<string> {
  const id = createId('event');
  const referenceId = createServiceId('reference');
  const body = JSON.stringify(eventBody({ contractId: milestoneId, status: statusOf(status), referenceId }));
  await db
    .insertInto('events')
    .values({ tenantId, id, milestoneId, status, referenceId, body, createdAt: now })
    .execute();
  await db
    .insertInto('deliveries')
    .values({
      tenantId,
      id: createId('delivery'),
      eventId: id,
      milestoneId,
      state: 'pending',
      attempts: 0,
      dueAt: now,
      leaseUntilSystem: 0,
      createdAt: now,
    })
    .execute();
  return id;
}

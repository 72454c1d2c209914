import type { ContractEvent } from '@escrow-kit/webhooks';
import type { Statement, Storage } from '../storage/storage.ts';

/** An event that the operator should know of: it came late, or nobody knows its status. */
export interface NotedEvent {
  key: string;
  reason: 'late' | 'unknown';
  milestoneId: string | null;
  status: string;
  receivedAt: string;
}

export const noteEvent = (
  event: ContractEvent,
  { key, reason, receivedAt }: { key: string; reason: NotedEvent['reason']; receivedAt: Date },
): Statement => ({
  sql: 'insert into noted_events (key, reason, milestone_id, status, received_at) values ($1, $2, $3, $4, $5)',
  values: [
    key,
    reason,
    event.milestoneId ?? null,
    event.status === 'unknown' ? event.receivedStatus : event.status,
    receivedAt.toISOString(),
  ],
});

export const findNotedEvents = (storage: Storage): Promise<NotedEvent[]> =>
  storage.query<NotedEvent>(
    'select key, reason, milestone_id as "milestoneId", status, received_at as "receivedAt" from noted_events order by received_at desc',
  );

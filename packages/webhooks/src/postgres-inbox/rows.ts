import type { QuarantinedBody } from '../inbox/incoming-event.ts';
import { readEvent } from '../inbox/read-event.ts';
import { isLate } from '../inbox/status-rank.ts';
import type { EventStatus, StoredEvent } from '../inbox/stored-event.ts';
import type { ClaimedEvent } from '../processing/claimed-event.ts';

/** A row of the table of events. PostgreSQL gives a bigint as text. */
export interface EventRow {
  seq: string;
  key: string;
  ordering_key: string;
  rank: number | null;
  raw_body: Buffer;
  received_at: Date;
  status: EventStatus;
  attempts: number;
  retry_at: Date | null;
  handled_at: Date | null;
  last_error: string | null;
}

/** A row of `claim`: without a key where the event is not due. */
export interface ClaimRow extends Omit<EventRow, 'key'> {
  key: string | null;
  highest_rank: number | null;
}

/** A row of the quarantine. */
export interface QuarantineRow {
  reason: string;
  raw_body: Buffer;
  received_at: Date;
}

export function rowToStoredEvent(row: EventRow): StoredEvent {
  const { key, status, attempts } = row;
  const rawBody = row.raw_body.toString();
  return {
    key,
    event: readEvent({ key, rawBody }),
    rawBody,
    receivedAt: row.received_at,
    status,
    attempts,
    retryAt: row.retry_at ?? undefined,
    handledAt: row.handled_at ?? undefined,
    lastError: row.last_error ?? undefined,
  };
}

/** The event of a claim; undefined where it is not due. */
export function rowToClaimedEvent(row: ClaimRow): ClaimedEvent | undefined {
  if (row.key === null) return undefined;
  return {
    seq: Number(row.seq),
    key: row.key,
    orderingKey: row.ordering_key,
    rawBody: row.raw_body.toString(),
    receivedAt: row.received_at,
    attempt: row.attempts,
    isLate: isLate(row.rank ?? undefined, row.highest_rank ?? undefined),
  };
}

export const rowToQuarantinedBody = ({ reason, raw_body, received_at }: QuarantineRow): QuarantinedBody => ({
  reason,
  rawBody: raw_body.toString(),
  receivedAt: received_at,
});

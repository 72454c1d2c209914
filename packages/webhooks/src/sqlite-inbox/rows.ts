import type { SQLOutputValue } from 'node:sqlite';
import type { QuarantinedBody } from '../inbox/incoming-event.ts';
import { readEvent } from '../inbox/read-event.ts';
import { isLate } from '../inbox/status-rank.ts';
import type { EventStatus, StoredEvent } from '../inbox/stored-event.ts';
import type { ClaimedEvent } from '../processing/claimed-event.ts';

/** A row as SQLite gives it. */
type Row = Record<string, SQLOutputValue>;

/** A row of webhook_events. */
interface EventRow {
  seq: number;
  key: string;
  ordering_key: string;
  rank: number | null;
  raw_body: string;
  received_at: number;
  status: EventStatus;
  attempts: number;
  retry_at: number | null;
  handled_at: number | null;
  last_error: string | null;
}

const dateOf = (time: number | null): Date | undefined => (time === null ? undefined : new Date(time));

export function rowToStoredEvent(row: Row): StoredEvent {
  const { key, raw_body, received_at, status, attempts, retry_at, handled_at, last_error } = row as unknown as EventRow;
  return {
    key,
    event: readEvent({ key, rawBody: raw_body }),
    rawBody: raw_body,
    receivedAt: new Date(received_at),
    status,
    attempts,
    retryAt: dateOf(retry_at),
    handledAt: dateOf(handled_at),
    lastError: last_error ?? undefined,
  };
}

/** A row of `findDue`, as it was before its attempt began. */
export function rowToClaimedEvent(row: Row): ClaimedEvent {
  const found = row as unknown as EventRow & { highest_rank: number | null };
  return {
    seq: found.seq,
    key: found.key,
    orderingKey: found.ordering_key,
    rawBody: found.raw_body,
    receivedAt: new Date(found.received_at),
    attempt: found.attempts + 1,
    isLate: isLate(found.rank ?? undefined, found.highest_rank ?? undefined),
  };
}

export function rowToQuarantinedBody(row: Row): QuarantinedBody {
  const { raw_body, reason, received_at } = row as unknown as { raw_body: string; reason: string; received_at: number };
  return { rawBody: raw_body, reason, receivedAt: new Date(received_at) };
}

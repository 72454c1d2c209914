import { Buffer } from 'node:buffer';
import { isLate, orderingKeyOf, statusRank } from '../event/event.ts';
import type { EventStatus, IncomingEvent, StoredEvent } from '../event/stored-event.ts';
import { readStoredEvent } from '../event/stored-event.ts';
import type { StatusCount } from '../inbox/create-inbox.ts';
import type { QuarantinedBody } from '../inbox/inbox.ts';
import type { ClaimedEvent } from '../processing/attempt.ts';
import type { SqlDialect } from './schema.ts';

/** Milliseconds since 1970. A driver may return a large number as text. */
type Time = number | string;

/** A row of the table of events. A driver may return a large number as text. A row damaged by hand may lack anything. */
export interface EventRow {
  seq: number | string;
  key: string;
  ordering_key: string;
  rank: number | null;
  /** Bytes, because PostgreSQL accepts no U+0000 in text. */
  raw_body: Uint8Array;
  received_at: Time;
  /** Of the last replay. */
  replayed_at: Time | null;
  status: EventStatus;
  attempts: number;
  /** 1 or 0: see `processing/alone.ts`. */
  alone: number;
  retry_at: Time | null;
  handled_at: Time | null;
  last_error: string | null;
}

/** An event whose attempt starts or was left behind, with the end of the last pause. */
export interface AttemptedRow extends EventRow {
  resumed_at: Time | null;
}

/** An event whose attempt starts, with the highest rank handled under its ordering key. */
export interface ClaimRow extends AttemptedRow {
  attempt: number;
  highest_rank: number | null;
}

export interface QuarantineRow {
  seq: number | string;
  reason: string;
  raw_body: Uint8Array;
  received_at: Time;
}

export interface CountRow {
  status: StatusCount['status'];
  count: number | string;
  oldest: Time | null;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Empty if the body is missing or not bytes. */
const toText = (bytes: unknown): string => (bytes instanceof Uint8Array ? decoder.decode(bytes) : '');

const toDate = (time: Time | null): Date | undefined => (time === null ? undefined : new Date(Number(time)));

export function rowToStoredEvent(row: EventRow): StoredEvent {
  const { key, status, attempts } = row;
  const rawBody = toText(row.raw_body);
  return {
    key,
    ...readStoredEvent({ key, rawBody }),
    rawBody,
    receivedAt: new Date(Number(row.received_at)),
    status,
    attempts,
    retryAt: toDate(row.retry_at),
    handledAt: toDate(row.handled_at),
    lastError: row.last_error ?? undefined,
  };
}

/** As in `FailedEvent`. */
export const openSinceOf = (row: Pick<AttemptedRow, 'received_at' | 'replayed_at' | 'resumed_at'>): Date =>
  new Date(Math.max(Number(row.received_at), Number(row.replayed_at), Number(row.resumed_at)));

export const rowToClaimedEvent = (row: ClaimRow): ClaimedEvent => ({
  seq: Number(row.seq),
  key: row.key,
  orderingKey: row.ordering_key,
  rawBody: toText(row.raw_body),
  receivedAt: new Date(Number(row.received_at)),
  attempt: row.attempt,
  isLate: isLate(row.rank ?? undefined, row.highest_rank ?? undefined),
  openSince: openSinceOf(row),
});

export const rowToQuarantinedBody = ({ reason, raw_body, received_at }: QuarantineRow): QuarantinedBody => ({
  rawBody: toText(raw_body),
  reason,
  receivedAt: new Date(Number(received_at)),
});

export const rowToStatusCount = ({ status, count, oldest }: CountRow): StatusCount => ({
  status,
  count: Number(count),
  oldest: toDate(oldest),
});

/** The columns of a new event. */
export const toNewEvent = (incoming: IncomingEvent, { toStoredOrderingKey }: SqlDialect) => ({
  key: incoming.key,
  orderingKey: toStoredOrderingKey(orderingKeyOf(incoming)),
  rank: statusRank(incoming.event) ?? null,
  rawBody: Buffer.from(incoming.rawBody),
  receivedAt: incoming.receivedAt,
});

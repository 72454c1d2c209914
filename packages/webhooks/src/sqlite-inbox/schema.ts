/**
 * The schema, one migration a version. Append only. The names leave room for the application's own tables in the same
 * file. Times are milliseconds since 1970.
 *
 * `webhook_queue` has a row for each ordering key with something to do: the event whose turn it is and when, without a time while
 * it is being handled. So the next event is found by an index, however many wait for their turn or another attempt.
 */
export const migrations: readonly string[] = [
  `
  create table webhook_events (
    seq integer primary key,
    key text not null unique,
    ordering_key text not null,
    rank integer,
    raw_body text not null,
    received_at integer not null,
    status text not null default 'pending' check (status in ('pending', 'processing', 'done', 'dead')),
    attempts integer not null default 0,
    retry_at integer,
    handled_at integer,
    last_error text
  ) strict;
  create index webhook_events_by_ordering_key on webhook_events (ordering_key, status, rank);
  create index webhook_events_by_status on webhook_events (status, received_at);

  create table webhook_queue (
    ordering_key text primary key,
    seq integer not null,
    due_at integer
  ) strict, without rowid;
  create index webhook_queue_by_due_time on webhook_queue (due_at, seq);

  create table webhook_quarantine (
    seq integer primary key,
    reason text not null,
    raw_body text not null,
    received_at integer not null,
    unique (reason, raw_body)
  ) strict;
  `,
];

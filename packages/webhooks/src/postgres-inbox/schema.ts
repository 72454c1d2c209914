/** The migrations of a schema, one a version. Append only. */
export const migrationsOf = (schema: string): readonly string[] => [
  `
  create table ${schema}.events (
    seq bigint generated always as identity primary key,
    key text not null unique,
    ordering_key text not null,
    rank smallint,
    raw_body bytea not null,
    received_at timestamptz not null,
    status text not null default 'pending' check (status in ('pending', 'processing', 'done', 'dead')),
    attempts integer not null default 0,
    retry_at timestamptz,
    handled_at timestamptz,
    last_error text
  );
  create index events_open on ${schema}.events (ordering_key, seq) where status in ('pending', 'processing');
  create index events_by_ordering_key on ${schema}.events (ordering_key, status, rank);
  create index events_by_status on ${schema}.events (status, received_at);

  create table ${schema}.quarantine (
    seq bigint generated always as identity primary key,
    digest bytea not null unique,
    reason text not null,
    raw_body bytea not null,
    received_at timestamptz not null
  );
  `,
];

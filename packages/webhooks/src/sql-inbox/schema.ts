import { configurationError } from '../errors/webhook-error.ts';

/** How the tables of an inbox differ between databases. */
export interface SqlDialect {
  /** The full names of the tables. */
  tables: Record<'events' | 'queue' | 'quarantine' | 'pause' | 'probe' | 'migrations', string>;
  types: {
    /** A column that numbers the rows in order of arrival. */
    sequence: string;
    bytes: string;
    time: string;
  };
  /** Added after the columns of a table. */
  tableOptions: string;
  /** Tables and indexes that only this database needs, by the version of the schema. */
  extraTables: { first: string; third: string; fourth: string };
  /** Converts an ordering key to the value of its column. */
  toStoredOrderingKey: (orderingKey: string) => string;
  /** Added to the returned columns of a statement that makes an event due, to notify other processes. */
  notify: string;
}

/** The condition of an index. A query uses that index only if it has the same condition. */
export const isNotDone = `status <> 'done'`;

/** Append only: each one is a version of the schema. */
const migrations: readonly ((dialect: SqlDialect) => string)[] = [
  createTables,
  addAlone,
  addPause,
  indexWithoutDone,
  addProbe,
  addTimesOfRenewal,
];

/** Needed before `selectVersion`. */
export const createMigrationsTable = ({ tables }: SqlDialect): string =>
  `create table if not exists ${tables.migrations} (version integer primary key)`;

export const selectVersion = ({ tables }: SqlDialect): string =>
  `select coalesce(max(version), 0) as version from ${tables.migrations}`;

/**
 * The statements that bring a schema of this version up to date, one string for each migration.
 * @throws WebhookError that begins with `option` if the version is newer than this package.
 */
export function migrationsFrom(version: number, dialect: SqlDialect, option: string): string[] {
  if (version > migrations.length) {
    throw configurationError(`${option} was written by a newer version of this package. Update the package.`);
  }
  return migrations
    .slice(version)
    .map(
      (migration, index) =>
        `${migration(dialect)}; insert into ${dialect.tables.migrations} (version) values (${version + index + 1})`,
    );
}

function createTables({ tables: { events, quarantine }, types, tableOptions, extraTables }: SqlDialect): string {
  const index = events.replace('.', '_');
  return `
  create table ${events} (
    seq ${types.sequence} primary key,
    key text not null unique,
    ordering_key text not null,
    rank integer,
    raw_body ${types.bytes} not null,
    received_at ${types.time} not null,
    status text not null default 'pending' check (status in ('pending', 'processing', 'done', 'dead')),
    attempts integer not null default 0,
    retry_at ${types.time},
    handled_at ${types.time},
    last_error text,
    trace_parent text
  )${tableOptions};
  create index ${index}_by_ordering_key on ${events} (ordering_key, status, rank);
  create index ${index}_by_status on ${events} (status, received_at);

  create table ${quarantine} (
    seq ${types.sequence} primary key,
    digest ${types.bytes} not null unique,
    reason text not null,
    raw_body ${types.bytes} not null,
    received_at ${types.time} not null
  )${tableOptions};
  ${extraTables.first}`;
}

/** A flag of events that are processing or pending: see `processing/alone.ts`. */
function addAlone({ tables: { events } }: SqlDialect): string {
  return `alter table ${events} add column alone integer not null default 0`;
}

/** The table of pauses. No event is handed out during one. */
function addPause({ tables: { pause }, types, tableOptions, extraTables }: SqlDialect): string {
  return `create table ${pause} (paused_at ${types.time} not null)${tableOptions}; ${extraTables.third}`;
}

/** Two indexes in place of the one by status: what is done has its own, so it slows down no query of the rest. */
function indexWithoutDone({ tables: { events }, extraTables }: SqlDialect): string {
  const index = events.replace('.', '_');
  const schema = events.slice(0, events.indexOf('.') + 1);
  return `
  drop index ${schema}${index}_by_status;
  create index ${index}_done on ${events} (received_at) where status = 'done';
  create index ${index}_not_done on ${events} (status, seq, received_at) where ${isNotDone};
  ${extraTables.fourth}`;
}

/** One row, which is changed to prove that the store can be written. */
function addProbe({ tables: { probe }, types, tableOptions }: SqlDialect): string {
  return `
  create table ${probe} (content ${types.bytes} not null)${tableOptions};
  insert into ${probe} (content) values (cast('' as ${types.bytes}))`;
}

/** When an event was replayed and a pause ended: from then on the event has all its time again. Pauses that have ended stay. */
function addTimesOfRenewal({ tables: { events, pause }, types }: SqlDialect): string {
  return `
  alter table ${events} add column replayed_at ${types.time};
  alter table ${pause} add column resumed_at ${types.time}`;
}

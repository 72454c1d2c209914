import { configurationError } from '../errors/webhook-error.ts';

/** How the tables of an inbox differ between databases. */
export interface SqlDialect {
  /** The full names of the tables. */
  tables: Record<'events' | 'queue' | 'quarantine' | 'pause' | 'migrations', string>;
  types: {
    /** A column that numbers the rows in order of arrival. */
    sequence: string;
    bytes: string;
    /** A column of milliseconds since 1970, which no setting of a database shows otherwise. */
    time: string;
  };
  /** Added after the columns of a table. */
  tableOptions: string;
  /** Tables, columns and indexes that only this database needs. */
  extraTables: string;
  /** A condition of an event that is processing: no other process has taken it over since this one claimed it. */
  isStillClaimed: string;
  /** Converts an ordering key to the value of its column. */
  toStoredOrderingKey: (orderingKey: string) => string;
}

/** The condition of an index. A query uses that index only if it has the same condition. */
export const isNotDone = `status <> 'done'`;

/** A step from one version of the schema to the next. */
interface Migration {
  /** The oldest version whose code works with this one: its own number, unless it only adds what older code leaves alone. */
  minimumVersion: number;
  statements(dialect: SqlDialect): string;
}

/** Append only: each one is a version of the schema, the first one version 1. */
const migrations: readonly Migration[] = [{ minimumVersion: 1, statements: createTables }];

/** The version that a store has, and the oldest version whose code works with it. Both are 0 for an empty store. */
export interface StoredVersion {
  version: number;
  minimum_version: number;
}

/** Needed before `selectVersion`. */
export const createMigrationsTable = ({ tables }: SqlDialect): string =>
  `create table if not exists ${tables.migrations} (version integer primary key, minimum_version integer not null)`;

export const selectVersion = ({ tables }: SqlDialect): string =>
  `select coalesce(max(version), 0) as version, coalesce(max(minimum_version), 0) as minimum_version from ${tables.migrations}`;

/**
 * The statements that bring a schema up to date, one string for each migration. None if a newer version of this package has
 * added something that this one can leave alone.
 * @throws WebhookError that begins with `option` if only a newer version of this package can use the schema.
 */
export function migrationsFrom(stored: StoredVersion, dialect: SqlDialect, option: string): string[] {
  if (stored.minimum_version > migrations.length) {
    throw configurationError(
      `${option} was written by a newer version of this package, which this one cannot work beside. Update the package.`,
    );
  }
  return migrations.slice(stored.version).map(({ minimumVersion, statements }, index) => {
    const version = stored.version + index + 1;
    return `${statements(dialect)}; insert into ${dialect.tables.migrations} values (${version}, ${minimumVersion})`;
  });
}

function createTables({ tables, types, tableOptions, extraTables }: SqlDialect): string {
  const { events, quarantine, pause } = tables;
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
    -- See processing/alone.ts.
    alone integer not null default 0,
    retry_at ${types.time},
    handled_at ${types.time},
    replayed_at ${types.time},
    last_error text
  )${tableOptions};
  create index ${index}_by_ordering_key on ${events} (ordering_key, status, rank);
  -- What is done has an index of its own, so it slows down no query of the rest.
  create index ${index}_done on ${events} (received_at) where status = 'done';
  create index ${index}_not_done on ${events} (status, seq, received_at) where ${isNotDone};

  create table ${quarantine} (
    seq ${types.sequence} primary key,
    digest ${types.bytes} not null unique,
    reason text not null,
    raw_body ${types.bytes} not null,
    received_at ${types.time} not null
  )${tableOptions};

  -- No event is handed out during a pause. Pauses that have ended stay: from then on an event has all its time again.
  create table ${pause} (paused_at ${types.time} not null, resumed_at ${types.time})${tableOptions};
  ${extraTables}`;
}

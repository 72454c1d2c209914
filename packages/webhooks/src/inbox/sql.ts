import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { configurationError } from '../errors.ts';
import {
  type EventStatus,
  type IncomingEvent,
  isLate,
  orderingKeyOf,
  readStoredEvent,
  type StoredEvent,
  statusRank,
} from '../event.ts';
import type { ClaimedEvent } from './attempts.ts';
import type { EventFilter, InboxStore, QuarantinedBody, StatusCount } from './inbox.ts';
import { type Failure, failureOf, type ProcessingSettings } from './processing.ts';

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

// The schema and its versions.

/** The condition of an index. A query uses that index only if it has the same condition. */
export const isNotDone = `status <> 'done'`;

/** A step from one version of the schema to the next. */
interface Migration {
  /** The oldest version whose code works with this one: its own number, unless it only adds what older code does not touch. */
  minimumVersion: number;
  statements(dialect: SqlDialect): string;
}

/** The version of the first migration. Stores of version 1 were written before the first release, by another schema. */
const firstVersion = 2;

/** Append only: each one is a version of the schema. */
const migrations: readonly Migration[] = [{ minimumVersion: firstVersion, statements: createTables }];

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
 * only added something.
 * @throws WebhookError that begins with `option` if only a newer version of this package, or one before its first release, can use the
 * schema.
 */
export function migrationsFrom(stored: StoredVersion, dialect: SqlDialect, option: string): string[] {
  if (stored.version > 0 && stored.version < firstVersion) {
    throw configurationError(
      `${option} was written by a build before the first release of this package. Handle its events with that build, and use another place for new ones.`,
    );
  }
  if (stored.minimum_version >= firstVersion + migrations.length) {
    throw configurationError(`${option} was written by a newer version of this package. Update the package.`);
  }
  const next = Math.max(stored.version + 1, firstVersion);
  return migrations.slice(next - firstVersion).map(({ minimumVersion, statements }, index) => {
    const version = next + index;
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
    -- 1 for a suspect that waits, or that runs by itself: see mayBegin.
    is_suspect integer not null default 0,
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

// Rows. They stay inside the stores.

/** Milliseconds since 1970. A driver may return a large number as text. */
type Time = number | string;

/** A row of the table of events. A row damaged by hand may lack anything. */
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
  is_suspect: 0 | 1;
  retry_at: Time | null;
  handled_at: Time | null;
  last_error: string | null;
  /** The end of the last pause, where an attempt needs it. */
  resumed_at?: Time | null;
}

/** An event whose attempt starts, with the highest rank handled under its ordering key. */
export interface ClaimRow extends EventRow {
  attempt: number;
  highest_rank: number | null;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Empty if the body is missing or not bytes. */
const toText = (bytes: unknown): string => (bytes instanceof Uint8Array ? decoder.decode(bytes) : '');

const toDate = (time: Time | null): Date | undefined => (time === null ? undefined : new Date(Number(time)));

function rowToStoredEvent(row: EventRow): StoredEvent {
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
const openSinceOf = ({ received_at, replayed_at, resumed_at }: EventRow): Date =>
  new Date(Math.max(Number(received_at), Number(replayed_at), Number(resumed_at ?? 0)));

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

/** The columns of a new event. */
interface NewEvent {
  key: string;
  orderingKey: string;
  rank: number | null;
  rawBody: Uint8Array;
  receivedAt: Date;
}

export const toNewEvent = (incoming: IncomingEvent, { toStoredOrderingKey }: SqlDialect): NewEvent => ({
  key: incoming.key,
  orderingKey: toStoredOrderingKey(orderingKeyOf(incoming)),
  rank: statusRank(incoming.event) ?? null,
  rawBody: Buffer.from(incoming.rawBody),
  receivedAt: incoming.receivedAt,
});

// Queries.

/** The values of the `:names` in a statement. */
export type Parameters = Readonly<Record<string, string | number | null | Date | Uint8Array | readonly unknown[]>>;

/** Runs a statement outside any transaction and resolves with its rows. */
type RunSql = <Row extends object>(text: string, parameters?: Parameters) => Promise<Row[]>;

/** The methods of an inbox in a SQL database that read, pause, or discard. */
type Queries = Pick<
  InboxStore<never>,
  'find' | 'countByStatus' | 'findQuarantined' | 'discardQuarantined' | 'isPaused' | 'pause' | 'resume'
>;

export function createQueries(dialect: SqlDialect, run: RunSql): Queries {
  const { events, quarantine, pause } = dialect.tables;
  return {
    async find(filter) {
      const { where, order, parameters } = toSelection(filter, dialect);
      const text = `select * from ${events} where ${where} order by ${order} limit :limit`;
      return (await run<EventRow>(text, { ...parameters, limit: filter.limit })).map(rowToStoredEvent);
    },
    async countByStatus() {
      type Row = { status: StatusCount['status']; count: number | string; oldest: Time | null };
      const rows = await run<Row>(`
        select status, count(*) as count, min(received_at) as oldest from ${events}
        where status in ('pending', 'processing', 'dead') and ${isNotDone} group by status
        union all select 'quarantined', count(*), null from ${quarantine}`);
      return rows.map(({ status, count, oldest }) => ({ status, count: Number(count), oldest: toDate(oldest) }));
    },
    async findQuarantined(limit) {
      type Row = Pick<EventRow, 'raw_body' | 'received_at'> & { reason: string };
      const rows = await run<Row>(`select * from ${quarantine} order by seq limit :limit`, { limit });
      return rows.map(({ reason, raw_body, received_at }) => ({
        rawBody: toText(raw_body),
        reason,
        receivedAt: new Date(Number(received_at)),
      }));
    },
    async discardQuarantined(body) {
      const text = `delete from ${quarantine} where digest = :digest returning seq`;
      return (await run(text, { digest: digestOf(body) })).length > 0;
    },
    isPaused: async () => (await run(`select 1 from ${pause} where ${isGoingOn}`)).length > 0,
    async pause(now) {
      await run(`insert into ${pause} (paused_at) select :now where ${isRunning(dialect)}`, { now });
    },
    async resume(now) {
      await run(`update ${pause} set resumed_at = :now where ${isGoingOn}`, { now });
    },
  };
}

function toSelection(
  { key, milestoneId, status, after }: EventFilter,
  { tables: { events }, toStoredOrderingKey }: SqlDialect,
): { where: string; order: string; parameters: Parameters } {
  const orderingKey = milestoneId === undefined ? undefined : toStoredOrderingKey(milestoneId);
  const isOpenOrDead = status !== undefined && status !== 'done';
  const given = [
    { condition: 'key = :key', name: 'key', value: key },
    { condition: 'ordering_key = :orderingKey', name: 'orderingKey', value: orderingKey },
    { condition: isOpenOrDead ? hasStatus : 'status = :status', name: 'status', value: status },
    { condition: `seq > (select seq from ${events} where key = :after)`, name: 'after', value: after },
  ].filter((each): each is typeof each & { value: string } => each.value !== undefined);
  return {
    where: given.map(({ condition }) => condition).join(' and ') || 'true',
    order: isOpenOrDead ? 'status, seq' : 'seq',
    parameters: Object.fromEntries(given.map(({ name, value }) => [name, value])),
  };
}

/** A range, though of one status: so only the index of what is not done has the order, and PostgreSQL does not read what is done. */
const hasStatus = `status between :status and :status and ${isNotDone}`;

/** Of a pause. */
const isGoingOn = 'resumed_at is null';

/** An SQL condition: whether events are handed out. */
export const isRunning = ({ tables: { pause } }: SqlDialect): string =>
  `not exists (select 1 from ${pause} where ${isGoingOn})`;

/** The column `resumed_at` of an attempt. */
export const lastResume = ({ tables: { pause } }: SqlDialect): string =>
  `(select max(resumed_at) from ${pause}) as resumed_at`;

/** An SQL expression for the highest rank handled under an ordering key. */
export const highestRank = ({ tables: { events } }: SqlDialect, orderingKey: string): string =>
  `(select max(rank) from ${events} done where done.ordering_key = ${orderingKey} and done.status = 'done')`;

// Changes.

/** The changing statements that every SQL database shares. */
type ChangeStatements = Record<
  'insertQuarantined' | 'markDone' | 'markFailed' | 'undoAttempt' | 'clearSuspect' | 'deleteDone' | 'recall',
  string
>;

export function createChangeStatements(dialect: SqlDialect): ChangeStatements {
  const {
    tables: { events, queue, quarantine },
    isStillClaimed,
  } = dialect;
  // A commit may have succeeded although its connection broke, and another process may have started the next attempt since.
  const isThisAttempt = `seq = :seq and attempts = :attempt and status = 'processing' and ${isStillClaimed}`;
  return {
    insertQuarantined: `
      insert into ${quarantine} (digest, reason, raw_body, received_at) values (:digest, :reason, :rawBody, :receivedAt)
      on conflict (digest) do nothing`,
    markDone: `
      update ${events} set status = 'done', handled_at = :now, retry_at = null where ${isThisAttempt}`,
    markFailed: `
      update ${events} set status = :status, is_suspect = :isSuspect, last_error = :lastError, retry_at = :retryAt
      where ${isThisAttempt}`,
    undoAttempt: `
      update ${events} set status = 'pending', is_suspect = :isSuspect, attempts = attempts - 1, retry_at = null
      where ${isThisAttempt}`,
    clearSuspect: `update ${events} set is_suspect = 0 where ordering_key = :orderingKey and status = 'processing'`,
    // Events of the ordering key that are not done need these to tell whether they are late.
    deleteDone: `
      delete from ${events} where seq in (
        select seq from ${events} old where status = 'done' and received_at < :before and handled_at < :before
        and not exists (
          select 1 from ${events} other
          where other.ordering_key = old.ordering_key and other.status in ('pending', 'processing', 'dead')
        )
        order by received_at limit :limit
      ) returning ordering_key`,
    // Makes due what was queued before the clock was put back: see `latestDueTime`. It belongs to each claim.
    recall: `update ${queue} set due_at = :now where due_at > :latest`,
  };
}

/** The parameters of `markFailed`: the event is retried, or dead. */
export const failureParameters = (
  { seq, attempt }: Pick<ClaimedEvent, 'attempt'> & Pick<EventRow, 'seq'>,
  { retryAt, lastError }: Failure,
  isSuspect: 0 | 1 = 0,
): Parameters => ({
  seq,
  attempt,
  isSuspect,
  lastError,
  retryAt: retryAt ?? null,
  status: retryAt ? 'pending' : 'dead',
});

/** The change to an event that a dead process left `processing`: it becomes a suspect or dead (see `mayBegin`). */
export function changeOfLeftBehind(
  row: EventRow,
  sql: ChangeStatements,
  settings: ProcessingSettings,
): { text: string; parameters: Parameters; deadBy?: Error } {
  const { seq, attempts: attempt } = row;
  const isSuspect = settings.mayCrash ? 1 : 0;
  if (!row.is_suspect) return { text: sql.undoAttempt, parameters: { seq, attempt, isSuspect } };
  const error = new Error('The process ended, or lost its connection, during the attempt.');
  const receivedAt = new Date(Number(row.received_at));
  const failure = failureOf(error, { attempt, receivedAt, openSince: openSinceOf(row) }, settings);
  const change = { text: sql.markFailed, parameters: failureParameters({ seq, attempt }, failure, isSuspect) };
  return failure.retryAt ? change : { ...change, deadBy: error };
}

/** Identifies a quarantined body, which may be too long for an index. */
const digestOf = ({ rawBody, reason }: Pick<QuarantinedBody, 'rawBody' | 'reason'>): Uint8Array =>
  createHash('sha256')
    .update(JSON.stringify([reason, rawBody]))
    .digest();

/** The parameters of `insertQuarantined`. */
export const quarantineParameters = (body: QuarantinedBody): Parameters => ({
  digest: digestOf(body),
  reason: body.reason,
  rawBody: Buffer.from(body.rawBody),
  receivedAt: body.receivedAt,
});

import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { InboxStore } from '../inbox/create-inbox.ts';
import type { EventFilter, QuarantinedBody } from '../inbox/inbox.ts';
import type { ClaimedEvent } from '../processing/attempt.ts';
import { type Failure, failureOf } from '../processing/failure.ts';
import { latestDueTime } from '../processing/plan-retry.ts';
import type { ProcessingSettings } from '../processing/processing.ts';
import {
  type AttemptedRow,
  type CountRow,
  type EventRow,
  openSinceOf,
  type QuarantineRow,
  rowToQuarantinedBody,
  rowToStatusCount,
  rowToStoredEvent,
} from './rows.ts';
import { isNotDone, type SqlDialect } from './schema.ts';

/** The values of the `:names` in a statement. */
export type Parameters = Readonly<Record<string, string | number | null | Date | Uint8Array | readonly unknown[]>>;

/** Runs a statement outside any transaction and resolves with its rows. */
export type RunSql = <Row extends object>(text: string, parameters?: Parameters) => Promise<Row[]>;

/** The reading side of an inbox in a SQL database. */
export function createQueries(dialect: SqlDialect, run: RunSql) {
  const { events, quarantine, pause } = dialect.tables;
  return {
    async find(filter) {
      const { where, order, parameters } = toSelection(filter, dialect);
      const text = `select * from ${events} where ${where} order by ${order} limit :limit`;
      const rows = await readPages(filter.limit, (page) => run<EventRow>(text, { ...parameters, ...page }));
      return rows.map(rowToStoredEvent);
    },
    async countByStatus() {
      const text = `
        select status, count(*) as count, min(received_at) as oldest from ${events}
        where status in ('pending', 'processing', 'dead') and ${isNotDone} group by status
        union all select 'quarantined', count(*), null from ${quarantine}`;
      return (await run<CountRow>(text)).map(rowToStatusCount);
    },
    async findQuarantined(limit) {
      const text = `select * from ${quarantine} where seq > :lastSeq order by seq limit :limit`;
      return (await readPages(limit, (page) => run<QuarantineRow>(text, page))).map(rowToQuarantinedBody);
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
  } satisfies Partial<InboxStore<never>>;
}

/** So that no statement takes longer the more is read: PostgreSQL ends one after ten seconds. */
const rowsOfPage = 500;

/** Reads rows in order of arrival, page by page: each has the rows after `lastSeq`. */
async function readPages<Row extends { seq: number | string }>(
  limit: number,
  readPage: (page: { lastSeq: number | string; limit: number }) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page: Row[]; rows.length < limit; ) {
    page = await readPage({ lastSeq: rows.at(-1)?.seq ?? 0, limit: Math.min(rowsOfPage, limit - rows.length) });
    rows.push(...page);
    if (page.length < rowsOfPage) break;
  }
  return rows;
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
    where: [...given.map(({ condition }) => condition), 'seq > :lastSeq'].join(' and '),
    order: isOpenOrDead ? 'status, seq' : 'seq',
    parameters: Object.fromEntries(given.map(({ name, value }) => [name, value])),
  };
}

/** A range, though of one status: so only the index of what is not done has the order, and PostgreSQL does not read what is done. */
const hasStatus = `status between :status and :status and ${isNotDone}`;

export type ChangeStatements = ReturnType<typeof createChangeStatements>;

/** The changing statements that every SQL database shares. */
export function createChangeStatements({ tables: { events, queue, quarantine }, isStillClaimed }: SqlDialect) {
  // A commit may have succeeded although its connection broke, and another process may have started the next attempt since.
  const isThisAttempt = `seq = :seq and attempts = :attempt and status = 'processing' and ${isStillClaimed}`;
  return {
    insertQuarantined: `
      insert into ${quarantine} (digest, reason, raw_body, received_at) values (:digest, :reason, :rawBody, :receivedAt)
      on conflict (digest) do nothing`,
    markDone: `
      update ${events} set status = 'done', handled_at = :now, retry_at = null where ${isThisAttempt}`,
    markFailed: `
      update ${events} set status = :status, alone = :alone, last_error = :lastError, retry_at = :retryAt
      where ${isThisAttempt}`,
    undoAttempt: `
      update ${events} set status = 'pending', alone = :alone, attempts = attempts - 1, retry_at = null
      where ${isThisAttempt}`,
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
    recallLongest: `update ${queue} set due_at = :now where due_at > :latest`,
    recallNew: `update ${queue} set due_at = :now where due_at > :now and not is_retry`,
  };
}

/**
 * The statements that make due what waits only because the clock was put back: it was queued at a time that no delay reaches, or without
 * a failure. Run them in each claim, and remember its time as the last look once they have succeeded.
 */
export const recallStatements = (
  sql: ChangeStatements,
  settings: ProcessingSettings,
  { now, lastLook }: { now: Date; lastLook: Date | undefined },
): { text: string; parameters: Parameters }[] => [
  { text: sql.recallLongest, parameters: { now, latest: latestDueTime(now, settings) } },
  ...(!lastLook || now < lastLook ? [{ text: sql.recallNew, parameters: { now } }] : []),
];

/** Of a pause. */
const isGoingOn = 'resumed_at is null';

/** An SQL condition: whether events are handed out. */
export const isRunning = ({ tables: { pause } }: SqlDialect): string =>
  `not exists (select 1 from ${pause} where ${isGoingOn})`;

/** A column of `AttemptedRow`. */
export const lastResume = ({ tables: { pause } }: SqlDialect): string =>
  `(select max(resumed_at) from ${pause}) as resumed_at`;

/** An SQL expression for the highest rank handled under an ordering key. */
export const highestRank = ({ tables: { events } }: SqlDialect, orderingKey: string): string =>
  `(select max(rank) from ${events} done where done.ordering_key = ${orderingKey} and done.status = 'done')`;

/** The parameters of `markFailed`: the event is retried, or dead. `alone` marks a suspect: see `processing/alone.ts`. */
export const failureParameters = (
  { seq, attempt }: Pick<ClaimedEvent, 'attempt'> & Pick<EventRow, 'seq'>,
  { retryAt, lastError }: Failure,
  alone: 0 | 1 = 0,
): Parameters => ({
  seq,
  attempt,
  alone,
  lastError,
  retryAt: retryAt ?? null,
  status: retryAt ? 'pending' : 'dead',
});

/** The change to an event that a dead process left `processing`: it becomes a suspect or dead: see `processing/alone.ts`. */
export function changeOfLeftBehind(
  row: AttemptedRow,
  sql: ChangeStatements,
  settings: ProcessingSettings,
): { text: string; parameters: Parameters; deadBy?: Error } {
  const { seq, attempts: attempt, alone } = row;
  const isSuspect = settings.mayCrash ? 1 : 0;
  if (!alone) return { text: sql.undoAttempt, parameters: { seq, attempt, alone: isSuspect } };
  const error = new Error('The process ended, or lost its connection, during the attempt.');
  const failure = failureOf(
    error,
    { attempt, receivedAt: new Date(Number(row.received_at)), openSince: openSinceOf(row) },
    settings,
  );
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

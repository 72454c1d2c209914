import type { DatabaseSync } from 'node:sqlite';
import type { IncomingEvent, InsertOutcome } from '../event.ts';
import {
  attemptLocally,
  type Claimed,
  type ClaimedEvent,
  type InProgress,
  type LocalStore,
  mayBegin,
  runWrites,
  type Write,
  type WriteLater,
} from './attempts.ts';
import { createInbox, differentBody, type Inbox, type InboxStore } from './inbox.ts';
import { type Failure, latestDueTime, type ProcessingSettings } from './processing.ts';
import {
  type ClaimRow,
  changeOfLeftBehind,
  createQueries,
  type EventRow,
  failureParameters,
  quarantineParameters,
  rowToClaimedEvent,
  toNewEvent,
} from './sql.ts';
import {
  openSqliteFile,
  type SqliteFile,
  sqliteStatements as sql,
  sqliteDialect,
  storeError,
} from './sqlite-database.ts';

/** Options of a SQLite inbox. */
export interface SqliteInboxOptions {
  /**
   * The database file, on a disk of this machine. It is created if it is missing, and may hold the application's own tables.
   * Two more files with its name hold the latest commits (`-wal`, `-shm`); a third one is the lock of the processing
   * (`-processing`). Only their owner can read them (0600), because events name contracts and may name people; files that others
   * could read before are closed to them, except those of another owner. If the path is a symbolic link, they are beside the file
   * that it points to. A `file:` URI is refused.
   */
  path: string;
  /**
   * How long a commit waits while another process writes the file. Default: 5000. The whole process waits, so keep no transaction
   * on this file open for long.
   */
  busyTimeoutInMs?: number;
  /** The clock. Default: the system's. Tests pass their own. */
  now?: () => Date;
}

/**
 * Registers a synchronous function to be called once the handler has resolved, in the transaction that marks the event done.
 * SQLite has one writer at a time: a transaction that stayed open while a handler awaits would keep events from being stored.
 */
export type SqliteTransaction = WriteLater<DatabaseSync>;

/**
 * An inbox in one SQLite file, for one machine, on `node:sqlite`. Every commit waits for the disk, and inserts that arrive together
 * share one. Several processes may store into one file. One of them handles the events; when it stops or dies, another one that was
 * started takes over within a second.
 *
 * If the file is removed, replaced or cut off in use, every call rejects until the inbox is opened again, and the processing reports
 * it once. SQLite does not notice what else overwrites its files: back them up with `vacuum into`, never by copying them.
 * @throws WebhookError with the code `configuration` that names the option and the remedy if the file cannot be used.
 */
export function createSqliteInbox({
  path,
  busyTimeoutInMs = 5_000,
  now = () => new Date(),
}: SqliteInboxOptions): Inbox<SqliteTransaction> {
  return createInbox(createSqliteStore({ ...openSqliteFile(path, busyTimeoutInMs), now }), now);
}

/** What storing and processing share. */
interface SqliteTools extends SqliteFile {
  now: () => Date;
}

function createSqliteStore(tools: SqliteTools): InboxStore<SqliteTransaction> {
  const { file, database, run, commit, requireFile } = tools;
  return {
    shared: { kind: 'SQLite', place: file },
    // createSqliteInbox has opened the file.
    open: async () => requireFile(),
    ...createQueries(sqliteDialect, async (text, parameters) => {
      requireFile();
      return run(text, parameters);
    }),
    tryWriting: () => commit(() => void run(sql.changeProbe)),
    insert: (incoming) => commit(() => insert(incoming, tools)),
    quarantine: (body) => commit(() => void run(sql.insertQuarantined, quarantineParameters(body))),
    replay: (key) => commit(() => replay(key, tools)),
    deleteDone: (selection) => commit(() => run(sql.deleteDone, selection).length),
    process: (handle, settings) => attemptLocally({ store: new SqliteProcessing(tools, settings), handle, settings }),
    async close() {
      // Commits what is still waiting for its group.
      await commit(() => {}).catch(() => {});
      database.close();
    },
    toError: storeError,
  };
}

function insert(incoming: IncomingEvent, { run, now }: SqliteTools): InsertOutcome {
  const event = toNewEvent(incoming, sqliteDialect);
  const { key, orderingKey, rawBody } = event;
  const [stored] = run<{ seq: number }>(sql.insertEvent, { ...event });
  if (stored) {
    run(sql.enqueueKey, { orderingKey, seq: stored.seq, dueAt: now() });
    return 'stored';
  }
  const [same] = run(sql.isStored, { key, rawBody });
  if (!same) run(sql.insertQuarantined, quarantineParameters(differentBody(incoming)));
  return 'duplicate';
}

function replay(key: string, { run, now }: SqliteTools): boolean {
  const [revived] = run<{ seq: number; ordering_key: string }>(sql.revive, { key, now: now() });
  if (!revived) return false;
  run(sql.enqueueKey, { orderingKey: revived.ordering_key, seq: revived.seq, dueAt: now() });
  return true;
}

/** Queues the next open event of an ordering key, if there is one. */
function queueNextEvent(orderingKey: string, { run, now }: SqliteTools): void {
  run(sql.dequeueKey, { orderingKey });
  run(sql.enqueueNextOfKey, { orderingKey, now: now() });
}

/**
 * The processing side of a SQLite inbox. A process is a follower until it gets the lock of the file, and then the leader until
 * it leaves or dies. Only a leader hands out events.
 *
 * - An event is `pending` until the leader claims it, which starts an attempt. It is `processing` until that ends, and then
 *   `done`, `dead`, or `pending` again.
 * - Before a new leader claims anything, it makes what the dead one left `processing` suspects, or dead. Suspects come before
 *   other events and one at a time, while the others wait: `mayBegin` says why, and for how long.
 * - The queue has one entry for each ordering key, so its events are never handed out side by side.
 */
class SqliteProcessing implements LocalStore<DatabaseSync> {
  readonly #tools: SqliteTools;
  readonly #settings: ProcessingSettings;
  #isLeader = false;
  /** The events that this process is handling, by `seq`. */
  readonly #inProgress = new Map<number, InProgress & { orderingKey: string }>();

  constructor(tools: SqliteTools, settings: ProcessingSettings) {
    this.#tools = tools;
    this.#settings = settings;
  }

  async claim(limit: number): Promise<Claimed> {
    const { run, commit, requireFile, now } = this.#tools;
    requireFile();
    if (!(await this.#lead())) return { events: [], nextDueAt: undefined };
    const rows = await commit(() => this.#beginAttempts(limit));
    const beganAt = performance.now();
    for (const { seq, ordering_key: orderingKey, is_suspect } of rows) {
      const isSuspect = this.#settings.mayCrash && is_suspect === 1;
      this.#inProgress.set(Number(seq), { orderingKey, beganAt, isSuspect });
    }
    const [next] = run<{ due_at: number | null }>(sql.findNextDue, { now: now() });
    return { events: rows.map(rowToClaimedEvent), nextDueAt: next?.due_at ? new Date(next.due_at) : undefined };
  }

  finish(event: ClaimedEvent, writes: readonly Write<DatabaseSync>[]): Promise<void> {
    const { run, now } = this.#tools;
    const { seq, attempt } = event;
    return this.#end(event, () => run(sql.markDone, { seq, attempt, now: now() }), writes);
  }

  fail(event: ClaimedEvent, failure: Failure): Promise<void> {
    return this.#end(event, () => this.#tools.run(sql.markFailed, failureParameters(event, failure)));
  }

  release(event: ClaimedEvent): Promise<void> {
    const { seq, attempt } = event;
    return this.#end(event, () => this.#tools.run(sql.undoAttempt, { seq, attempt, isSuspect: 0 }));
  }

  /** Ends an attempt in one transaction. */
  async #end(
    { seq, orderingKey }: ClaimedEvent,
    change: () => unknown,
    writes: readonly Write<DatabaseSync>[] = [],
  ): Promise<void> {
    await this.#tools.commit(() => {
      change();
      queueNextEvent(orderingKey, this.#tools);
      // Last, so that nothing of the inbox follows a function that ends the transaction.
      runWrites(writes, this.#tools.database);
    });
    this.#inProgress.delete(seq);
  }

  async leave(): Promise<void> {
    this.#isLeader = false;
    this.#tools.lock.release();
  }

  /** Whether this process is the leader. A new leader takes over the attempts of the one before. */
  async #lead(): Promise<boolean> {
    const { commit, lock } = this.#tools;
    if (this.#isLeader) return true;
    if (!lock.take()) return false;
    const left = await commit(() => this.#takeOver());
    for (const { row, deadBy } of left) {
      if (deadBy) this.#settings.onError(deadBy, { key: row.key, attempt: row.attempts, retryAt: undefined });
    }
    this.#isLeader = true;
    return true;
  }

  /** Makes what a dead process left `processing` suspects, or dead. */
  #takeOver(): { row: EventRow; deadBy: Error | undefined }[] {
    const { run, now } = this.#tools;
    run(sql.resumeKeys, { now: now() });
    return run<EventRow>(sql.findLeftBehind).map((row) => {
      const { text, parameters, deadBy } = changeOfLeftBehind(row, sql, this.#settings);
      run(text, parameters);
      queueNextEvent(row.ordering_key, this.#tools);
      return { row, deadBy };
    });
  }

  /** Runs in one transaction, so that no insert comes between. */
  #beginAttempts(limit: number): ClaimRow[] {
    const { run } = this.#tools;
    const now = this.#tools.now();
    run(sql.recall, { now, latest: latestDueTime(now, this.#settings) });
    const inProgress = [...this.#inProgress.values()];
    const [suspect] = this.#settings.mayCrash ? run<ClaimRow>(sql.findDueSuspect, { now }) : [];
    if (!mayBegin(inProgress, suspect !== undefined)) return [];
    const rows = suspect ? [suspect] : run<ClaimRow>(sql.findDue, { now, limit });
    const hanging = rows.length > 0 ? inProgress.filter(({ isSuspect }) => isSuspect) : [];
    for (const { orderingKey } of hanging) run(sql.clearSuspect, { orderingKey });
    const runsByItself = Number(suspect !== undefined && inProgress.length === 0);
    for (const { seq, ordering_key: orderingKey, attempt } of rows) {
      run(sql.beginAttempt, { seq, attempt, runsByItself });
      run(sql.takeKey, { orderingKey });
    }
    return rows;
  }
}

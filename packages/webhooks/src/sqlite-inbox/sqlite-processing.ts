import type { DatabaseSync } from 'node:sqlite';
import { type InProgress, mayBegin } from '../processing/alone.ts';
import type { ClaimedEvent } from '../processing/attempt.ts';
import type { Failure } from '../processing/failure.ts';
import { type LocalStore, runWrites, type Write } from '../processing/process-locally.ts';
import type { ProcessingSettings } from '../processing/processing.ts';
import { type AttemptedRow, type ClaimRow, rowToClaimedEvent } from '../sql-inbox/rows.ts';
import { changeOfLeftBehind, failureParameters, recallStatements } from '../sql-inbox/statements.ts';
import { type Commit, endSavepoint } from './committer.ts';
import type { ProcessingLock } from './processing-lock.ts';
import { type RunSync, sqliteStatements as sql } from './sqlite-statements.ts';

/** What storing and processing share. */
export interface SqliteTools {
  database: DatabaseSync;
  run: RunSync;
  commit: Commit;
  lock: ProcessingLock;
  now: () => Date;
}

/** The columns that are read of an event that was left behind. */
type LeftBehindRow = AttemptedRow & { seq: number };

/**
 * The processing side of a SQLite inbox. A process is a follower until it gets the lock of the file, and then the leader until
 * it leaves or dies. Only a leader hands out events.
 *
 * - An event is `pending` until the leader claims it, which starts an attempt. It is `processing` until that ends, and then
 *   `done`, `dead`, or `pending` again.
 * - Before a new leader claims anything, it makes what the dead one left `processing` suspects, or dead. Suspects come before
 *   other events and one at a time, while the others wait: `processing/alone.ts` says why, and for how long.
 * - The queue has one entry for each ordering key, so its events are never handed out side by side.
 */
export class SqliteProcessing implements LocalStore<DatabaseSync> {
  readonly #tools: SqliteTools;
  readonly #settings: ProcessingSettings;
  #isLeader = false;
  /** The time of the last claim, by the clock; undefined before the first. */
  #lastLook: Date | undefined;
  /** The events that this process is handling, by `seq`. */
  readonly #inProgress = new Map<number, InProgress>();
  /** The ordering keys of suspects that are not claimed yet, by the `seq` of their events. */
  readonly #suspects = new Map<number, string>();

  constructor(tools: SqliteTools, settings: ProcessingSettings) {
    this.#tools = tools;
    this.#settings = settings;
  }

  async claim(limit: number): ReturnType<LocalStore<DatabaseSync>['claim']> {
    const { run, commit, now } = this.#tools;
    if (!(await this.#lead())) return { events: [], nextDueAt: undefined };
    const events = await commit(() => {
      const look = { now: now(), lastLook: this.#lastLook };
      // In the same transaction, so that no insert comes between.
      for (const { text, parameters } of recallStatements(sql, this.#settings, look)) run(text, parameters);
      this.#lastLook = look.now;
      return this.#beginAttempts(limit);
    });
    const beganAt = performance.now();
    for (const { seq } of events) this.#inProgress.set(seq, { beganAt, isSuspect: this.#suspects.delete(seq) });
    const [next] = run<{ due_at: number | null }>(sql.findNextDue, { now: now() });
    return { events, nextDueAt: next?.due_at ? new Date(next.due_at) : undefined };
  }

  finish(event: ClaimedEvent, writes: readonly Write<DatabaseSync>[]): Promise<void> {
    const { database, run, now } = this.#tools;
    return this.#end(event, () => {
      database.exec('savepoint writes');
      runWrites(writes, database);
      // Without a transaction the event would be done although the writes are lost.
      endSavepoint(() => database.exec('release writes'));
      run(sql.markDone, { seq: event.seq, attempt: event.attempt, now: now() });
    });
  }

  fail(event: ClaimedEvent, failure: Failure): Promise<void> {
    return this.#end(event, () => this.#tools.run(sql.markFailed, failureParameters(event, failure)));
  }

  release(event: ClaimedEvent): Promise<void> {
    const { seq, attempt } = event;
    return this.#end(event, () => this.#tools.run(sql.undoAttempt, { seq, attempt, alone: 0 }));
  }

  /** Ends an attempt in one transaction. */
  async #end({ seq, orderingKey }: ClaimedEvent, change: () => unknown): Promise<void> {
    await this.#tools.commit(() => {
      change();
      queueNextEvent(orderingKey, this.#tools);
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
    for (const { seq, key, ordering_key, attempts: attempt, deadBy } of left) {
      if (deadBy) this.#settings.onError(deadBy, { key, attempt, retryAt: undefined });
      else if (this.#settings.mayCrash) this.#suspects.set(seq, ordering_key);
    }
    this.#isLeader = true;
    return true;
  }

  /** Makes what a dead process left `processing` suspects, or dead. Returns them, and those that were suspects before. */
  #takeOver(): (LeftBehindRow & { deadBy?: Error })[] {
    const { run, now } = this.#tools;
    run(sql.resumeKeys, { now: now() });
    return run<LeftBehindRow>(sql.findLeftBehind).map((row) => {
      if (row.status === 'pending') return row;
      const { text, parameters, deadBy } = changeOfLeftBehind(row, sql, this.#settings);
      run(text, parameters);
      queueNextEvent(row.ordering_key, this.#tools);
      return deadBy ? { ...row, deadBy } : row;
    });
  }

  #beginAttempts(limit: number): ClaimedEvent[] {
    const { run, now } = this.#tools;
    const suspect = this.#findDueSuspect();
    if (!mayBegin(this.#inProgress.values(), suspect !== undefined)) return [];
    const rows = suspect ? [suspect] : run<ClaimRow>(sql.findDue, { now: now(), limit });
    const isAlone = this.#inProgress.size + rows.length === 1;
    // Only a single event can have been alone.
    if (!isAlone && this.#inProgress.size === 1) run(sql.endAlone);
    for (const { seq, ordering_key: orderingKey, attempt } of rows) {
      run(sql.beginAttempt, { seq, attempt, alone: Number(isAlone) });
      run(sql.takeKey, { orderingKey });
    }
    return rows.map(rowToClaimedEvent);
  }

  #findDueSuspect(): ClaimRow | undefined {
    const { run, now } = this.#tools;
    for (const [seq, orderingKey] of this.#suspects) {
      const [due] = run<ClaimRow>(sql.findDueSuspect, { now: now(), seq, orderingKey });
      if (due) return due;
    }
    return undefined;
  }
}

/** Queues the next open event of an ordering key, if there is one. */
export function queueNextEvent(orderingKey: string, { run, now }: Pick<SqliteTools, 'run' | 'now'>): void {
  run(sql.dequeueKey, { orderingKey });
  run(sql.enqueueNextOfKey, { orderingKey, now: now() });
}

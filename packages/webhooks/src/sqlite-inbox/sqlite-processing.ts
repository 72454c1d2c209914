import type { DatabaseSync } from 'node:sqlite';
import { type ClaimedEvent, type DelaySettings, type Failure, latestDueTime } from '../processing/attempt.ts';
import { type LocalStore, runWrites, type Write } from '../processing/process-locally.ts';
import { type ClaimRow, rowToClaimedEvent } from '../sql-inbox/rows.ts';
import { type Commit, requireTransaction } from './committer.ts';
import type { ProcessingLock } from './processing-lock.ts';
import { type RunSync, sqliteStatements as sql } from './sqlite-statements.ts';

/** What both sides of a SQLite inbox work with. */
export interface SqliteTools {
  database: DatabaseSync;
  run: RunSync;
  commit: Commit;
  lock: ProcessingLock;
  now: () => Date;
}

/** The processing side of a SQLite inbox. */
export class SqliteProcessing implements LocalStore<DatabaseSync> {
  readonly #tools: SqliteTools;
  #isLeader = false;
  /** By the clock when this process last looked; undefined before. */
  #lastLook: Date | undefined;

  constructor(tools: SqliteTools) {
    this.#tools = tools;
  }

  async claim(limit: number, settings: DelaySettings): ReturnType<LocalStore<DatabaseSync>['claim']> {
    const { run, commit, now } = this.#tools;
    if (!(await this.#lead())) return { events: [], nextDueAt: undefined };
    const events = await commit(() => {
      this.#recall(settings);
      return this.#beginAttempts(limit);
    });
    const [next] = run<{ due_at: number | null }>(sql.findNextDue, { now: now() });
    return { events, nextDueAt: next?.due_at ? new Date(next.due_at) : undefined };
  }

  finish({ seq, orderingKey }: ClaimedEvent, writes: readonly Write<DatabaseSync>[]): Promise<void> {
    const { database, run, commit, now } = this.#tools;
    return commit(() => {
      runWrites(writes, database);
      // Without a transaction the event would be done although the writes are lost.
      requireTransaction(database);
      run(sql.markDone, { seq, now: now() });
      this.#passTurn(orderingKey);
    });
  }

  fail({ seq, orderingKey, attempt }: ClaimedEvent, { retryAt, lastError }: Failure): Promise<void> {
    const { run, commit } = this.#tools;
    return commit(() => {
      if (retryAt) run(sql.markRetry, { seq, attempt, lastError, retryAt });
      else run(sql.markDead, { seq, attempt, lastError });
      this.#passTurn(orderingKey);
    });
  }

  release({ seq, orderingKey, attempt }: ClaimedEvent): Promise<void> {
    const { run, commit } = this.#tools;
    return commit(() => {
      run(sql.undoAttempt, { seq, attempt });
      this.#passTurn(orderingKey);
    });
  }

  async leave(): Promise<void> {
    this.#isLeader = false;
    this.#tools.lock.release();
  }

  /** Whether this process handles the events. A new leader takes over what the one before had started. */
  async #lead(): Promise<boolean> {
    const { run, commit, lock, now } = this.#tools;
    if (this.#isLeader) return true;
    if (!lock.take()) return false;
    await commit(() => {
      run(sql.resumeEvents);
      run(sql.resumeKeys, { now: now() });
    });
    this.#isLeader = true;
    return true;
  }

  /** Makes due what waits only because the clock was put back. Within a transaction, so that no insert is between. */
  #recall(settings: DelaySettings): void {
    const { run } = this.#tools;
    const now = this.#tools.now();
    run(sql.recallLongest, { now, latest: latestDueTime(now, settings) });
    if (!this.#lastLook || now < this.#lastLook) run(sql.recallNew, { now });
    this.#lastLook = now;
  }

  #beginAttempts(limit: number): ClaimedEvent[] {
    const { run, now } = this.#tools;
    const claimed = run<ClaimRow>(sql.findDue, { now: now(), limit }).map(rowToClaimedEvent);
    for (const { seq, orderingKey } of claimed) {
      run(sql.beginAttempt, { seq });
      run(sql.takeKey, { orderingKey });
    }
    return claimed;
  }

  #passTurn(orderingKey: string): void {
    passTurn(orderingKey, this.#tools);
  }
}

/** Gives the turn of an ordering key to its next open event. */
export function passTurn(orderingKey: string, { run, now }: Pick<SqliteTools, 'run' | 'now'>): void {
  run(sql.dequeueKey, { orderingKey });
  run(sql.enqueueNextOfKey, { orderingKey, now: now() });
}

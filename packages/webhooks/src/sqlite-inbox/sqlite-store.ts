import type { DatabaseSync } from 'node:sqlite';
import type { ClaimedEvent } from '../processing/claimed-event.ts';
import type { Failure } from '../processing/failed-attempt.ts';
import type { LocalStore, Work } from '../processing/local-store.ts';
import type { Commit } from './committer.ts';
import type { ProcessingLock } from './processing-lock.ts';
import { rowToClaimedEvent } from './rows.ts';
import type { Statements } from './statements.ts';

/** What the processing side works with. */
export interface SqliteStoreParts {
  database: DatabaseSync;
  statements: Statements;
  commit: Commit;
  lock: ProcessingLock;
}

/** The processing side of the inbox in SQLite. */
export function createSqliteStore({ database, statements, commit, lock }: SqliteStoreParts): LocalStore<DatabaseSync> {
  let isLeader = false;

  /** Whether this process handles the events. Whoever becomes the one takes up what the one before had begun. */
  async function lead(now: Date): Promise<boolean> {
    if (isLeader) return true;
    if (!lock.take()) return false;
    await commit(() => {
      statements.resumeEvents.run();
      statements.resumeKeys.run({ now: now.getTime() });
    });
    isLeader = true;
    return true;
  }

  function beginAttempts(limit: number, now: Date): ClaimedEvent[] {
    const claimed = statements.findDue.all({ now: now.getTime(), limit }).map(rowToClaimedEvent);
    for (const { seq, orderingKey } of claimed) {
      statements.beginAttempt.run({ seq });
      statements.takeKey.run({ orderingKey });
    }
    return claimed;
  }

  function passTurn(orderingKey: string, now: Date): void {
    statements.dequeueKey.run({ orderingKey });
    statements.enqueueNextOfKey.run({ orderingKey, now: now.getTime() });
  }

  function putOff({ seq, orderingKey }: ClaimedEvent, { retryAt, lastError }: Failure, now: Date): void {
    if (retryAt) statements.markRetry.run({ seq, lastError, retryAt: retryAt.getTime() });
    else statements.markDead.run({ seq, lastError });
    passTurn(orderingKey, now);
  }

  return {
    async claim(limit, now) {
      if (!(await lead(now))) return { events: [], nextDueAt: undefined };
      const events = await commit(() => beginAttempts(limit, now));
      const dueAt = statements.findNextDue.get({ now: now.getTime() })?.['due_at'];
      return { events, nextDueAt: typeof dueAt === 'number' ? new Date(dueAt) : undefined };
    },
    finish: ({ seq, orderingKey }, work, now) =>
      commit(() => {
        for (const write of work) doNow(write, database);
        statements.markDone.run({ seq, now: now.getTime() });
        passTurn(orderingKey, now);
      }),
    fail: (event, failure) => commit(() => putOff(event, failure, new Date())),
    release: ({ seq, orderingKey }) =>
      commit(() => {
        statements.undoAttempt.run({ seq });
        passTurn(orderingKey, new Date());
      }),
    async leave() {
      isLeader = false;
      lock.release();
    },
  };
}

/** What is written after an await would be outside the transaction. */
function doNow(write: Work<DatabaseSync>, database: DatabaseSync): void {
  const result: unknown = write(database);
  if (result instanceof Promise) {
    result.catch(() => {});
    throw new Error('The function given to context.transaction must not be async: SQLite commits when it returns.');
  }
}

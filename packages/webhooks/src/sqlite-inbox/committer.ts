import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { groupCommit, type Settled } from '../sql-inbox/group-commit.ts';
import { storeError } from './open-database.ts';

/** Makes a change in a transaction shared with others. Resolves with its result after the commit. */
export type Commit = <Result>(change: () => Result) => Promise<Result>;

/**
 * Commits changes in groups: changes that arrive together share one transaction, and so one wait for the disk.
 *
 * - Begun: each change runs in its own savepoint, which is released, or undone if the change throws: its call then rejects alone.
 * - Committed: the calls settle. None settles before.
 * - Rolled back, if the transaction ended early or its commit failed: all calls reject, and nothing of the group is stored.
 */
export function createCommitter(database: DatabaseSync): Commit {
  const statements = {
    begin: database.prepare('begin immediate'),
    save: database.prepare('savepoint change'),
    release: database.prepare('release change'),
    undo: database.prepare('rollback to change'),
    commit: database.prepare('commit'),
    rollback: database.prepare('rollback'),
  };
  const commit = groupCommit((changes: readonly (() => unknown)[]) => commitGroup(statements, changes));
  return <Result>(change: () => Result) => commit(change) as Promise<Result>;
}

type TransactionStatements = Record<'begin' | 'save' | 'release' | 'undo' | 'commit' | 'rollback', StatementSync>;

function commitGroup(statements: TransactionStatements, changes: readonly (() => unknown)[]): Settled<unknown>[] {
  try {
    statements.begin.run();
    const results = changes.map((change) => commitOne(statements, change));
    statements.commit.run();
    return results;
  } catch (error) {
    try {
      statements.rollback.run();
    } catch {
      // No transaction is open: it could not begin, or has ended early.
    }
    throw storeError(error);
  }
}

function commitOne({ save, release, undo }: TransactionStatements, change: () => unknown): Settled<unknown> {
  save.run();
  let settled: Settled<unknown>;
  try {
    settled = { value: change() };
  } catch (error) {
    settled = { error };
  }
  endSavepoint(() => {
    if ('error' in settled) undo.run();
    release.run();
  });
  return settled;
}

/**
 * Ends a savepoint. It is gone if a full disk, or a handler that commits, has ended the transaction: the whole group fails then. Only
 * a savepoint tells, because Node has `isTransaction` from 22.16 on.
 */
export function endSavepoint(end: () => void): void {
  try {
    end();
  } catch (cause) {
    throw new Error('The transaction ended early: the disk is full, or a handler ended it', { cause });
  }
}

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { groupCommit, type Settled } from '../sql-inbox/group-commit.ts';
import { storeError } from './sqlite-error.ts';

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
  };
  const commit = groupCommit((changes: readonly (() => unknown)[]) => commitGroup(database, statements, changes));
  return <Result>(change: () => Result) => commit(change) as Promise<Result>;
}

type TransactionStatements = Record<'begin' | 'save' | 'release' | 'undo' | 'commit', StatementSync>;

function commitGroup(
  database: DatabaseSync,
  statements: TransactionStatements,
  changes: readonly (() => unknown)[],
): Settled<unknown>[] {
  try {
    statements.begin.run();
    const results = changes.map((change) => commitOne(database, statements, change));
    statements.commit.run();
    return results;
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw storeError(error);
  }
}

function commitOne(
  database: DatabaseSync,
  { save, release, undo }: TransactionStatements,
  change: () => unknown,
): Settled<unknown> {
  save.run();
  try {
    const value = change();
    requireTransaction(database);
    return { value };
  } catch (error) {
    requireTransaction(database);
    undo.run();
    return { error };
  } finally {
    if (database.isTransaction) release.run();
  }
}

/** A full disk ends a transaction, and so does a handler that commits. The whole group fails then. */
export function requireTransaction(database: DatabaseSync): void {
  if (!database.isTransaction) throw new Error('The transaction ended early: the disk is full, or a handler ended it');
}

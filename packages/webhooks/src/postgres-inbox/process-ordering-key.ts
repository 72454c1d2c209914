import type { ClientBase, PoolClient } from 'pg';
import { type ClaimedEvent, callHandler, latestDueTime, observeAttempt } from '../processing/attempt.ts';
import { failureOf } from '../processing/failure.ts';
import type { HandleEvent, ProcessingSettings } from '../processing/processing.ts';
import type { WorkResult } from '../processing/work-loop.ts';
import { type AttemptedRow, type ClaimRow, rowToClaimedEvent } from '../sql-inbox/rows.ts';
import { changeOfLeftBehind, failureParameters } from '../sql-inbox/statements.ts';
import type { PostgresTools } from './insert-group.ts';
import type { KeyLease } from './key-lease.ts';

/** What processing an ordering key needs. */
export interface ProcessingTools extends Pick<PostgresTools, 'pool' | 'run' | 'sql'> {
  handle: HandleEvent<ClientBase>;
  settings: ProcessingSettings;
}

/** Handles the first open event of an ordering key, if it is due. */
export const processNextEvent = (
  lease: KeyLease,
  stopSignal: AbortSignal,
  tools: ProcessingTools,
): Promise<WorkResult> =>
  withLock(lease.orderingKey, tools, async (client) => {
    const row = await claim(client, lease, tools);
    return row ? attempt(client, rowToClaimedEvent(row), stopSignal, tools) : 'nothing';
  });

/** Makes the events that dead processes left `processing` suspects, or dead. */
export const takeOver = (orderingKey: string, tools: ProcessingTools): Promise<WorkResult> =>
  withLock(orderingKey, tools, async (client) => {
    const { run, sql, settings } = tools;
    const left = await run<AttemptedRow>(client, sql.findLeftBehind, { orderingKey });
    for (const row of left) {
      const { text, parameters, deadBy } = changeOfLeftBehind(row, sql, settings);
      await run(client, text, parameters);
      if (deadBy) settings.onError(deadBy, { key: row.key, attempt: row.attempts, retryAt: undefined });
    }
    return left.length > 0 ? 'attempted' : 'nothing';
  });

/** Runs work on an ordering key, unless another connection does. */
async function withLock(
  orderingKey: string,
  { pool, run, sql, settings }: ProcessingTools,
  work: (client: PoolClient) => Promise<WorkResult>,
): Promise<WorkResult> {
  const client = await pool.connect();
  let isUsable = false;
  try {
    const [lock] = await run<{ is_locked: boolean }>(client, sql.lockKey, { orderingKey });
    const result = lock?.is_locked ? await work(client) : 'nothing';
    if (lock?.is_locked) await run(client, sql.unlockKey, { orderingKey, now: settings.now() });
    isUsable = true;
    return result;
  } catch (error) {
    if (error instanceof UnusableConnection) return error.result;
    throw error;
  } finally {
    // Closing the connection ends its transaction and its lock.
    client.release(!isUsable);
  }
}

/** Starts an attempt at the first open event, if that is due. */
function claim(
  client: ClientBase,
  lease: KeyLease,
  { run, sql, settings }: ProcessingTools,
): Promise<ClaimRow | undefined> {
  const now = settings.now();
  const { orderingKey, isSuspect } = lease;
  const due = { orderingKey, now, latest: latestDueTime(now, settings), suspect: Number(isSuspect) };
  return lease.begin(async (isAlone) => {
    const [row] = await run<ClaimRow>(client, sql.claim, { ...due, alone: Number(isAlone) });
    return row;
  });
}

async function attempt(
  client: ClientBase,
  claimed: ClaimedEvent,
  stopSignal: AbortSignal,
  tools: ProcessingTools,
): Promise<WorkResult> {
  const { pool, run, sql, handle, settings } = tools;
  const { seq } = claimed;
  const { signal, dispose } = abortWithConnection(client, stopSignal);
  try {
    await observeAttempt(claimed, settings.observer, async () => {
      await run(client, 'begin');
      await callHandler(claimed, { handle, transaction: client, signal });
      await run(client, sql.markDone, { seq, now: settings.now() });
      await run(client, 'commit');
    });
    return 'attempted';
  } catch (error) {
    if (!stopSignal.aborted) return await saveFailure(client, claimed, error, tools);
    await run(pool, sql.undoAttempt, { seq, attempt: claimed.attempt, alone: 0 });
    throw new UnusableConnection('attempted');
  } finally {
    dispose();
  }
}

/** A signal that aborts when the processing stops, and as soon as the connection of the handler's transaction ends. */
function abortWithConnection(
  client: ClientBase,
  stopSignal: AbortSignal,
): { signal: AbortSignal; dispose: () => void } {
  const abort = new AbortController();
  const onStop = () => abort.abort(stopSignal.reason);
  const onEnd = () => abort.abort(new Error('The database connection of the handler ended.'));
  if (stopSignal.aborted) onStop();
  stopSignal.addEventListener('abort', onStop);
  client.once('end', onEnd);
  return {
    signal: abort.signal,
    dispose() {
      stopSignal.removeEventListener('abort', onStop);
      client.off('end', onEnd);
    },
  };
}

/**
 * The result of the attempt is saved, but the connection is lost, or the aborted handler may still use it. Only closing it is
 * sure to end the transaction.
 */
class UnusableConnection extends Error {
  readonly result: WorkResult;

  constructor(result: WorkResult) {
    super();
    this.result = result;
  }
}

/** Rolls back and saves the failure. */
async function saveFailure(
  client: ClientBase,
  claimed: ClaimedEvent,
  error: unknown,
  { pool, run, sql, settings }: ProcessingTools,
): Promise<WorkResult> {
  const isUsable = await run(client, 'rollback').then(
    () => true,
    () => false,
  );
  const { key, attempt } = claimed;
  const failure = failureOf(error, claimed, settings);
  settings.onError(error, { key, attempt, retryAt: failure.retryAt });
  await run(isUsable ? client : pool, sql.markFailed, failureParameters(claimed, failure));
  const result = settings.isOutage(error) ? 'outage' : 'attempted';
  if (!isUsable) throw new UnusableConnection(result);
  return result;
}

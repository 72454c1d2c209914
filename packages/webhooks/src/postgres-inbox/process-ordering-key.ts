import type { ClientBase, PoolClient } from 'pg';
import { type ClaimedEvent, callHandler, observeAttempt } from '../processing/attempt.ts';
import { failureOf } from '../processing/failure.ts';
import { latestDueTime } from '../processing/plan-retry.ts';
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

/** How work on a locked ordering key ended, and whether its connection can be used again. */
interface Ended {
  result: WorkResult;
  isUsable: boolean;
}

const nothing: Ended = { result: 'nothing', isUsable: true };

/** Handles the first open event of an ordering key, if it is due. */
export const processNextEvent = (
  lease: KeyLease,
  stopSignal: AbortSignal,
  tools: ProcessingTools,
): Promise<WorkResult> =>
  withLock(lease.orderingKey, tools, async (client) => {
    const row = await claim(client, lease, tools);
    return row ? attempt(client, rowToClaimedEvent(row), stopSignal, tools) : nothing;
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
    return { ...nothing, result: left.length > 0 ? 'attempted' : 'nothing' };
  });

/** Runs work on an ordering key, unless another connection does. */
async function withLock(
  orderingKey: string,
  { pool, run, sql, settings }: ProcessingTools,
  work: (client: PoolClient) => Promise<Ended>,
): Promise<WorkResult> {
  const client = await pool.connect();
  let isReusable = false;
  try {
    const [lock] = await run<{ is_locked: boolean }>(client, sql.lockKey, { orderingKey });
    const { result, isUsable } = lock?.is_locked ? await work(client) : nothing;
    if (lock?.is_locked && isUsable) await run(client, sql.unlockKey, { orderingKey, now: settings.now() });
    isReusable = isUsable;
    return result;
  } finally {
    // Closing the connection ends its transaction and its lock.
    client.release(!isReusable);
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
): Promise<Ended> {
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
    return { result: 'attempted', isUsable: true };
  } catch (error) {
    if (!stopSignal.aborted) return await saveFailure(client, claimed, error, tools);
    await run(pool, sql.undoAttempt, { seq, attempt: claimed.attempt, alone: 0 });
    // The aborted handler may still use the connection.
    return { result: 'attempted', isUsable: false };
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

/** Rolls back and saves the failure. */
async function saveFailure(
  client: ClientBase,
  claimed: ClaimedEvent,
  error: unknown,
  { pool, run, sql, settings }: ProcessingTools,
): Promise<Ended> {
  const isUsable = await run(client, 'rollback').then(
    () => true,
    () => false,
  );
  const { key, attempt } = claimed;
  const failure = failureOf(error, claimed, settings);
  settings.onError(error, { key, attempt, retryAt: failure.retryAt });
  await run(isUsable ? client : pool, sql.markFailed, failureParameters(claimed, failure));
  return { result: settings.isOutage(error) ? 'outage' : 'attempted', isUsable };
}

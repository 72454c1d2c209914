import type { ClientBase, PoolClient } from 'pg';
import { type ClaimedEvent, callHandler, latestDueTime, observeAttempt } from '../processing/attempt.ts';
import { failureOf } from '../processing/failure.ts';
import type { HandleEvent, ProcessingSettings } from '../processing/processing.ts';
import { changeOfLeftBehind } from '../sql-inbox/left-behind.ts';
import { type ClaimRow, type EventRow, rowToClaimedEvent } from '../sql-inbox/rows.ts';
import type { PostgresTools } from './insert-group.ts';
import type { KeyLease } from './key-lease.ts';

/** What processing an ordering key needs. */
export interface ProcessingTools extends Pick<PostgresTools, 'pool' | 'run' | 'sql'> {
  handle: HandleEvent<ClientBase>;
  settings: ProcessingSettings;
  /** Whether no new event may start. */
  isStopping: () => boolean;
  /** Whether a suspect waits for the leases in progress to end. */
  isSuspectWaiting: () => boolean;
}

/** How many events of an ordering key are handled before it frees its slot for other keys. */
const eventsPerLease = 20;

/**
 * Handles the open events of an ordering key in order, until none is left, one has to be retried, a suspect waits, the lease has
 * reached its limit, or the processing stops. Resolves with whether it attempted an event.
 */
export const processOrderingKey = (
  lease: KeyLease,
  stopSignal: AbortSignal,
  tools: ProcessingTools,
): Promise<boolean> =>
  withLock(lease.orderingKey, tools, (client) => handleOpenEvents(client, lease, stopSignal, tools));

/** Makes the events that dead processes left `processing` suspects, or dead. Resolves with whether it found any. */
export const takeOver = (orderingKey: string, tools: ProcessingTools): Promise<boolean> =>
  withLock(orderingKey, tools, async (client) => {
    const { run, sql, settings } = tools;
    const left = await run<EventRow>(client, sql.findLeftBehind, { orderingKey });
    for (const row of left) {
      const { text, parameters, deadBy } = changeOfLeftBehind(row, sql, settings);
      await run(client, text, parameters);
      if (deadBy) settings.onError(deadBy, { key: row.key, attempt: row.attempts, retryAt: undefined });
    }
    return left.length;
  });

/** Runs work on an ordering key, unless another connection does. Resolves with whether the work counted any event. */
async function withLock(
  orderingKey: string,
  { pool, run, sql }: ProcessingTools,
  work: (client: PoolClient) => Promise<number>,
): Promise<boolean> {
  const client = await pool.connect();
  let isUsable = false;
  try {
    const [lock] = await run<{ is_locked: boolean }>(client, sql.lockKey, { orderingKey });
    const count = lock?.is_locked ? await work(client) : 0;
    if (lock?.is_locked) await run(client, sql.unlockKey, { orderingKey });
    isUsable = true;
    return count > 0;
  } catch (error) {
    if (error instanceof UnusableConnection) return true;
    throw error;
  } finally {
    // Closing the connection ends its transaction and its lock.
    client.release(!isUsable);
  }
}

/** Resolves with how many events it attempted. */
async function handleOpenEvents(
  client: PoolClient,
  lease: KeyLease,
  stopSignal: AbortSignal,
  tools: ProcessingTools,
): Promise<number> {
  const { isStopping, isSuspectWaiting } = tools;
  const limit = lease.isSuspect ? 1 : eventsPerLease;
  for (let attempts = 0; ; attempts += 1) {
    if (isStopping() || attempts === limit || (attempts > 0 && isSuspectWaiting())) return attempts;
    const row = await claim(client, lease, tools);
    if (!row) return attempts;
    if (!(await attempt(client, rowToClaimedEvent(row), stopSignal, tools))) return attempts + 1;
  }
}

/** Starts an attempt at the first open event, if that is due. */
async function claim(
  client: ClientBase,
  lease: KeyLease,
  { run, sql, settings }: ProcessingTools,
): Promise<ClaimRow | undefined> {
  const now = settings.now();
  const { orderingKey, isSuspect } = lease;
  const parameters = { orderingKey, now, latest: latestDueTime(now, settings), suspect: Number(isSuspect) };
  const [row] = await lease.begin((isAlone) =>
    run<ClaimRow>(client, sql.claim, { ...parameters, alone: Number(isAlone) }),
  );
  return row;
}

/** Resolves with whether the event is done or dead, so that the next one of its ordering key may start. */
async function attempt(
  client: ClientBase,
  claimed: ClaimedEvent,
  stopSignal: AbortSignal,
  tools: ProcessingTools,
): Promise<boolean> {
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
    return true;
  } catch (error) {
    if (!stopSignal.aborted) return await saveFailure(client, claimed, error, tools);
    await run(pool, sql.undoAttempt, { seq, attempt: claimed.attempt, alone: 0 });
    throw new UnusableConnection();
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
class UnusableConnection extends Error {}

/** Rolls back and saves the failure. Resolves with whether the event is dead. */
async function saveFailure(
  client: ClientBase,
  claimed: ClaimedEvent,
  error: unknown,
  { pool, run, sql, settings }: ProcessingTools,
): Promise<boolean> {
  const isUsable = await run(client, 'rollback').then(
    () => true,
    () => false,
  );
  const { key, seq, attempt } = claimed;
  const { retryAt, lastError } = failureOf(error, attempt, settings);
  settings.onError(error, { key, attempt, retryAt });
  const connected = isUsable ? client : pool;
  if (retryAt) await run(connected, sql.markRetry, { seq, attempt, alone: 0, lastError, retryAt });
  else await run(connected, sql.markDead, { seq, attempt, lastError });
  if (!isUsable) throw new UnusableConnection();
  return retryAt === undefined;
}

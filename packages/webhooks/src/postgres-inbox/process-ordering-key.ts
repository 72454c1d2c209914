import type { ClientBase, PoolClient } from 'pg';
import { type ClaimedEvent, callHandler, failureOf, latestDueTime, observeAttempt } from '../processing/attempt.ts';
import type { HandleEvent, ProcessingSettings } from '../processing/processing.ts';
import { type ClaimRow, rowToClaimedEvent } from '../sql-inbox/rows.ts';
import type { PostgresTools } from './insert-group.ts';

/** What processing an ordering key needs. */
export interface ProcessingTools extends Pick<PostgresTools, 'pool' | 'run' | 'sql'> {
  handle: HandleEvent<ClientBase>;
  settings: ProcessingSettings;
  /** Whether no new event may start. */
  isStopping: () => boolean;
}

/** How many events of an ordering key are handled before other keys get their turn. */
const eventsPerTurn = 20;

/**
 * Handles the open events of an ordering key in order, until none is left, one has to be retried, other keys get their turn, or
 * the processing stops. Resolves with whether it attempted one.
 */
export async function processOrderingKey(
  orderingKey: string,
  stopSignal: AbortSignal,
  tools: ProcessingTools,
): Promise<boolean> {
  const { pool, run, sql } = tools;
  const client = await pool.connect();
  let isUsable = false;
  try {
    const [lock] = await run<{ is_locked: boolean }>(client, sql.lockKey, { orderingKey });
    const attempts = lock?.is_locked ? await handleOpenEvents(client, orderingKey, stopSignal, tools) : 0;
    if (lock?.is_locked) await run(client, sql.unlockKey, { orderingKey });
    isUsable = true;
    return attempts > 0;
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
  orderingKey: string,
  stopSignal: AbortSignal,
  tools: ProcessingTools,
): Promise<number> {
  const { run, sql, settings, isStopping } = tools;
  for (let attempts = 0; ; attempts += 1) {
    if (isStopping() || attempts === eventsPerTurn) return attempts;
    const now = settings.now();
    const parameters = { orderingKey, now, latest: latestDueTime(now, settings) };
    const [row] = await run<ClaimRow>(client, sql.claim, parameters);
    if (!row) return attempts;
    if (!(await attempt(client, rowToClaimedEvent(row), stopSignal, tools))) return attempts + 1;
  }
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
      await callHandler(claimed, { handle, transaction: client, signal, attempts: settings.attempts });
      await run(client, sql.markDone, { seq, now: settings.now() });
      await run(client, 'commit');
    });
    return true;
  } catch (error) {
    if (!stopSignal.aborted) return await saveFailure(client, claimed, error, tools);
    await run(pool, sql.undoAttempt, { seq, attempt: claimed.attempt });
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
 * The result of the attempt is saved, but the connection is lost, or the aborted handler may still use it. Only closing it ends
 * the transaction for sure.
 */
class UnusableConnection extends Error {}

/** Rolls back and saves what becomes of the event. Resolves with whether it is dead. */
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
  if (retryAt) await run(connected, sql.markRetry, { seq, attempt, lastError, retryAt });
  else await run(connected, sql.markDead, { seq, attempt, lastError });
  if (!isUsable) throw new UnusableConnection();
  return retryAt === undefined;
}

import type { ClientBase, Pool, PoolClient } from 'pg';
import type { HandleEvent } from '../inbox/processing.ts';
import type { ClaimedEvent } from '../processing/claimed-event.ts';
import { failureOf } from '../processing/failed-attempt.ts';
import { handOver } from '../processing/hand-over.ts';
import type { ProcessingSettings } from '../processing/processing-settings.ts';
import type { Connected } from './insert-group.ts';
import { type ClaimRow, rowToClaimedEvent } from './rows.ts';

/** What processing an ordering key needs. */
export interface OrderingKeyTools extends Connected {
  handle: HandleEvent<ClientBase>;
  settings: ProcessingSettings;
  /** Whether no new event is begun. */
  isStopping: () => boolean;
}

/** How many events of an ordering key are handled before others have their turn. */
const eventsATurn = 20;

/**
 * Handles open events of an ordering key in their order, until there is none, one is put off, others have their turn, or the processing
 * stops. Resolves with whether it has attempted one.
 */
export async function processOrderingKey(
  orderingKey: string,
  signal: AbortSignal,
  tools: OrderingKeyTools,
): Promise<boolean> {
  const { pool, run } = tools;
  const client = await pool.connect();
  let isUsable = false;
  try {
    const [lock] = await run<{ is_locked: boolean }>(client, 'lockKey', [orderingKey]);
    const attempts = lock?.is_locked ? await handleOpenEvents(client, orderingKey, signal, tools) : 0;
    if (lock?.is_locked) await run(client, 'unlockKey', [orderingKey]);
    isUsable = true;
    return attempts > 0;
  } catch (error) {
    if (error instanceof ConnectionSpent) return true;
    throw error;
  } finally {
    // With its connection a transaction ends, and so does the lock of the ordering key.
    client.release(!isUsable);
  }
}

/** Resolves with how many events it has attempted. */
async function handleOpenEvents(
  client: PoolClient,
  orderingKey: string,
  signal: AbortSignal,
  tools: OrderingKeyTools,
): Promise<number> {
  for (let attempts = 0; ; attempts += 1) {
    if (tools.isStopping() || attempts === eventsATurn) return attempts;
    const [row] = await tools.run<ClaimRow>(client, 'claim', [orderingKey, new Date()]);
    const claimed = row && rowToClaimedEvent(row);
    if (!claimed) return attempts;
    if (!(await makeAttempt(client, claimed, signal, tools))) return attempts + 1;
  }
}

/** Resolves with whether the event is done with, so that the next one of its ordering key may be begun. */
async function makeAttempt(
  client: ClientBase,
  claimed: ClaimedEvent,
  signal: AbortSignal,
  tools: OrderingKeyTools,
): Promise<boolean> {
  const { pool, run, handle, settings } = tools;
  const { seq, attempt } = claimed;
  try {
    await run(client, 'begin');
    await handOver(claimed, { handle, transaction: client, signal, attempts: settings.attempts });
    await run(client, 'markDone', [seq, new Date()]);
    await run(client, 'commit');
    return true;
  } catch (error) {
    if (signal.aborted) {
      await run(pool, 'undoAttempt', [seq, attempt]);
      throw new ConnectionSpent();
    }
    const isUsable = await run(client, 'rollback').then(
      () => true,
      () => false,
    );
    const isDead = await putOff(isUsable ? client : pool, claimed, error, tools);
    if (!isUsable) throw new ConnectionSpent();
    return isDead;
  }
}

/**
 * What came of the attempt is written down, but its connection is lost, or the handler that was aborted may go on using it:
 * only closing it ends the transaction for sure.
 */
class ConnectionSpent extends Error {}

/** Resolves with whether the event is dead. */
async function putOff(
  client: ClientBase | Pool,
  claimed: ClaimedEvent,
  error: unknown,
  { run, settings }: OrderingKeyTools,
): Promise<boolean> {
  const { key, seq, attempt } = claimed;
  const { retryAt, lastError } = failureOf(error, attempt, new Date(), settings);
  settings.onError(error, { key, attempt, retryAt });
  if (retryAt) await run(client, 'markRetry', [seq, attempt, lastError, retryAt]);
  else await run(client, 'markDead', [seq, attempt, lastError]);
  return retryAt === undefined;
}

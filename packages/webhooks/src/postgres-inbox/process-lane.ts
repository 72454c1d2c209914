import type { ClientBase, Pool, PoolClient } from 'pg';
import type { HandleEvent } from '../inbox/processing.ts';
import type { ClaimedEvent } from '../processing/claimed-event.ts';
import { failureOf } from '../processing/failed-attempt.ts';
import { handOver } from '../processing/hand-over.ts';
import type { ProcessingSettings } from '../processing/processing-settings.ts';
import type { Connected } from './insert-group.ts';
import { type ClaimRow, rowToClaimedEvent } from './rows.ts';

/** How soon a job comes back whose lane another worker handles. */
const laneTakenDelayInMs = 1_000;

/** What processing a lane needs. */
export interface LaneTools extends Connected {
  handle: HandleEvent<ClientBase>;
  settings: ProcessingSettings;
  /** Whether no new event is begun. */
  isStopping: () => boolean;
  /** Is told of each attempt's controller while it runs. */
  attempts: Set<AbortController>;
}

/** Handles the open events of a lane in their order, until there is none, one is put off, or the processing stops. */
export async function processLane(lane: string, tools: LaneTools): Promise<void> {
  const { pool, run } = tools;
  const client = await pool.connect();
  let isClean = false;
  try {
    const delayInMs = await takeTurn(client, lane, tools);
    if (delayInMs !== undefined) await run(client, 'addJobs', [[lane], delayInMs]);
    isClean = true;
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    await run(pool, 'addJobs', [[lane], error.delayInMs]);
  } finally {
    // With its connection a transaction ends, and so does the lock of the lane.
    client.release(!isClean);
  }
}

/** Resolves with how soon the lane needs another job, if it does. */
async function takeTurn(client: PoolClient, lane: string, tools: LaneTools): Promise<number | undefined> {
  const [lock] = await tools.run<{ is_locked: boolean }>(client, 'lockLane', [lane]);
  if (!lock?.is_locked) return laneTakenDelayInMs;
  const delayInMs = await handleOpenEvents(client, lane, tools);
  await tools.run(client, 'unlockLane', [lane]);
  return delayInMs;
}

async function handleOpenEvents(client: ClientBase, lane: string, tools: LaneTools): Promise<number | undefined> {
  while (!tools.isStopping()) {
    const [row] = await tools.run<ClaimRow>(client, 'claim', [lane, new Date()]);
    if (!row) return undefined;
    const claimed = rowToClaimedEvent(row);
    if (!claimed) return msUntil(row.retry_at);
    const retryAt = await makeAttempt(client, claimed, tools);
    if (retryAt) return msUntil(retryAt);
  }
  return 0;
}

const msUntil = (time: Date | null | undefined): number => Math.max(0, (time?.getTime() ?? 0) - Date.now());

/** Resolves with when the event is to be attempted again, if it is. */
async function makeAttempt(client: ClientBase, claimed: ClaimedEvent, tools: LaneTools): Promise<Date | undefined> {
  const { run, handle, settings, attempts } = tools;
  const abort = new AbortController();
  const { signal } = abort;
  attempts.add(abort);
  try {
    await client.query('begin');
    await handOver(claimed, { handle, transaction: client, signal, attempts: settings.attempts });
    await run(client, 'markDone', [claimed.seq, new Date()]);
    await client.query('commit');
    return undefined;
  } catch (error) {
    if (signal.aborted) throw new AttemptAborted(claimed);
    const isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    );
    const retryAt = await putOff(isUsable ? client : tools.pool, claimed, error, tools);
    if (isUsable) return retryAt;
    throw new ConnectionLost(msUntil(retryAt));
  } finally {
    attempts.delete(abort);
  }
}

/** The handler may go on using its connection: only closing that ends the transaction for sure. */
export class AttemptAborted extends Error {
  readonly claimed: ClaimedEvent;

  constructor(claimed: ClaimedEvent) {
    super('The processing stopped before the handler did.');
    this.claimed = claimed;
  }
}

/** With its connection a lane loses its lock: it needs another job, also where there is nothing to wait for. */
class ConnectionLost extends Error {
  readonly delayInMs: number;

  constructor(delayInMs: number) {
    super('The connection was lost during an attempt.');
    this.delayInMs = delayInMs;
  }
}

async function putOff(client: ClientBase | Pool, claimed: ClaimedEvent, error: unknown, tools: LaneTools) {
  const { run, settings } = tools;
  const { key, seq, attempt } = claimed;
  const { retryAt, lastError } = failureOf(error, attempt, new Date(), settings);
  settings.onError(error, { key, attempt, retryAt });
  if (retryAt) await run(client, 'markRetry', [seq, attempt, lastError, retryAt]);
  else await run(client, 'markDead', [seq, attempt, lastError]);
  return retryAt;
}

import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { type ClaimedEvent, callHandler, observeAttempt } from '../processing/attempt.ts';
import { failureOf } from '../processing/failure.ts';
import { latestDueTime } from '../processing/plan-retry.ts';
import type { HandleEvent, ProcessingSettings } from '../processing/processing.ts';
import type { WorkResult } from '../processing/work-loop.ts';
import { type AttemptedRow, type ClaimRow, rowToClaimedEvent } from '../sql-inbox/rows.ts';
import { changeOfLeftBehind, failureParameters, type Parameters } from '../sql-inbox/statements.ts';
import type { KeyLease } from './key-lease.ts';
import { type PostgresStatements, run, runScript } from './postgres-statements.ts';

/** What processing an ordering key needs. */
export interface ProcessingTools {
  pool: Pool;
  sql: PostgresStatements;
  handle: HandleEvent<ClientBase>;
  settings: ProcessingSettings;
}

/** The pause after the database failed to save the result of an attempt. */
const storeRetryIntervalInMs = 1_000;

/** How work on an ordering key ended. */
interface Ended {
  result: WorkResult;
  /** Whether its connection can be used again. */
  isUsable: boolean;
  /** What is left to do once its connection is closed. */
  finish?: () => Promise<unknown>;
}

const nothing: Ended = { result: 'nothing', isUsable: true };

/**
 * Handles the first open event of an ordering key, if it is due, and keeps no state outside transactions, so that a pooler may
 * give each of them another session:
 *
 * - Claimed, in a transaction of its own: the event is `processing`, and its attempt counts even if the process ends.
 * - Attempted: the transaction of the handler has the turn of the key, and commits what it writes with the event's being done.
 *   It is rolled back if the handler fails, hangs or is stopped, and if its connection ends.
 * - Queued, in a third transaction: the next event of the key is due.
 *
 * If the process ends in between, another one finds the event `processing` and the turn free, and takes it over.
 */
export const processNextEvent = (
  lease: KeyLease,
  stopSignal: AbortSignal,
  tools: ProcessingTools,
): Promise<WorkResult> =>
  withClient(tools, async (client) => {
    const claim = await lease.begin((isAlone) => beginAttempt(client, lease, isAlone, tools));
    return claim ? attempt(client, claim, stopSignal, tools) : nothing;
  });

/** Makes the events that dead processes left `processing` suspects, or dead. */
export const takeOver = (orderingKey: string, tools: ProcessingTools): Promise<WorkResult> =>
  withClient(tools, async (client) => {
    const { sql, settings } = tools;
    const now = settings.now();
    const begin = [sql.begin, sql.createTurn, sql.takeTurn, sql.findLeftBehind];
    const [turn = [], left = []] = (await runScript(client, begin, { orderingKey })).slice(-2);
    const taken = turn.length > 0 ? (left as (AttemptedRow & { claim: string | null })[]) : [];
    const changes = taken.map((row) => ({ row, ...changeOfLeftBehind(row, sql, settings) }));
    for (const { row, text, parameters } of changes) await run(client, text, { ...parameters, claim: row.claim });
    const end = changes.length > 0 ? [sql.endTurn, sql.requeue] : [];
    await runScript(client, [...end, sql.commit], { orderingKey, now });
    for (const { row, deadBy } of changes) {
      if (deadBy) settings.onError(deadBy, { key: row.key, attempt: row.attempts, retryAt: undefined });
    }
    return { ...nothing, result: changes.length > 0 ? 'attempted' : 'nothing' };
  });

async function withClient(
  { pool }: Pick<ProcessingTools, 'pool'>,
  work: (client: PoolClient) => Promise<Ended>,
): Promise<WorkResult> {
  const client = await pool.connect();
  let ended: Ended | undefined;
  try {
    ended = await work(client);
  } finally {
    // Closing the connection ends its transaction, and with it the turn.
    client.release(!ended?.isUsable);
  }
  await ended.finish?.();
  return ended.result;
}

/** An event that this process has claimed, with what identifies the claim and the transaction of its handler. */
interface Claim {
  event: ClaimedEvent;
  claim: string;
  transaction: { pid: number; beganAt: string };
}

/**
 * Claims the first open event and begins the transaction of its handler, in the isolation that the database is set to. Undefined
 * if the event is not due, another process has the turn of its key, or took it over because this one was late.
 */
async function beginAttempt(
  client: ClientBase,
  { orderingKey, isSuspect }: KeyLease,
  isAlone: boolean,
  { sql, settings }: ProcessingTools,
): Promise<Claim | undefined> {
  const now = settings.now();
  const claim = randomUUID();
  const due = { now, latest: latestDueTime(now, settings), suspect: Number(isSuspect), alone: Number(isAlone) };
  const claiming = [sql.begin, sql.createTurn, sql.claim, sql.commit];
  const statements = [...claiming, 'begin', sql.setLimits, sql.findTransaction, sql.keepTurn];
  const results = await runScript(client, statements, { ...due, orderingKey, claim });
  const [row] = (results[claiming.indexOf(sql.claim)] ?? []) as ClaimRow[];
  const [[transaction] = [], turn = []] = results.slice(-2);
  if (row && transaction && turn.length > 0) {
    const { pid, began_at: beganAt } = transaction;
    return { event: rowToClaimedEvent(row), claim, transaction: { pid, beganAt } };
  }
  await runScript(client, [sql.rollback, sql.begin, sql.requeue, sql.commit], { orderingKey, now });
  return undefined;
}

async function attempt(
  client: ClientBase,
  claimed: Claim,
  stopSignal: AbortSignal,
  tools: ProcessingTools,
): Promise<Ended> {
  const { sql, handle, settings } = tools;
  const { event, claim } = claimed;
  const { seq, attempt: number, orderingKey } = event;
  const { signal, dispose } = abortWithConnection(client, stopSignal);
  let isRunning = false;
  const handleUntilItEnds: HandleEvent<ClientBase> = async (handled, context) => {
    isRunning = true;
    try {
      await handle(handled, context);
    } finally {
      isRunning = false;
    }
  };
  try {
    await observeAttempt(event, settings.observer, async () => {
      const timeoutInMs = settings.handlerTimeoutInMs;
      await callHandler(event, { handle: handleUntilItEnds, transaction: client, signal, timeoutInMs });
      const end = [sql.markDone, sql.commit, sql.begin, sql.requeue, sql.commit];
      await runScript(client, end, { orderingKey, claim, seq, attempt: number, now: settings.now() });
    });
    return { result: 'attempted', isUsable: true };
  } catch (error) {
    if (stopSignal.aborted) {
      const undo = [sql.undoAttempt];
      const parameters = { seq, attempt: number, alone: 0, claim };
      return { result: 'attempted', isUsable: false, finish: () => saveElsewhere(claimed, undo, parameters, tools) };
    }
    // A handler that outlived its limit still uses the connection.
    return await saveFailure({ client, canUse: !isRunning }, claimed, error, { stopSignal, tools });
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
  let reason = 'The database connection of the handler ended';
  const onStop = () => abort.abort(stopSignal.reason);
  // The server says why before it closes a connection.
  const onError = ({ message }: Error) => {
    reason = `${reason}: ${message}`;
  };
  const onEnd = () => abort.abort(new Error(`${reason}.`));
  if (stopSignal.aborted) onStop();
  stopSignal.addEventListener('abort', onStop);
  client.once('error', onError).once('end', onEnd);
  return {
    signal: abort.signal,
    dispose() {
      stopSignal.removeEventListener('abort', onStop);
      client.off('error', onError).off('end', onEnd);
    },
  };
}

/** Rolls back and saves the failure, over another connection if the one of the handler is in use or broken. */
async function saveFailure(
  { client, canUse }: { client: ClientBase; canUse: boolean },
  claimed: Claim,
  error: unknown,
  { stopSignal, tools }: { stopSignal: AbortSignal; tools: ProcessingTools },
): Promise<Ended> {
  const { sql, settings } = tools;
  const { key, attempt, orderingKey } = claimed.event;
  const failure = failureOf(error, claimed.event, settings);
  settings.onError(error, { key, attempt, retryAt: failure.retryAt });
  const save = [sql.begin, sql.markFailed, sql.requeue, sql.commit];
  const parameters = {
    ...failureParameters(claimed.event, failure),
    orderingKey,
    claim: claimed.claim,
    now: settings.now(),
  };
  const result = settings.isOutage(error) ? 'outage' : 'attempted';
  if (canUse && (await succeeds(runScript(client, [sql.rollback, ...save], parameters))))
    return { result, isUsable: true };
  return { result, isUsable: false, finish };

  /** Tries until it succeeds: what is saved late changes nothing if another process has taken over. */
  async function finish(): Promise<void> {
    while (!stopSignal.aborted) {
      try {
        return await saveElsewhere(claimed, save, parameters, tools);
      } catch (storeError) {
        settings.onError(storeError);
        await delay(storeRetryIntervalInMs, undefined, { signal: stopSignal }).catch(() => {});
      }
    }
  }
}

/** Saves how an attempt ended over another connection, once the server has ended its transaction, which may run a statement still. */
async function saveElsewhere(
  { transaction }: Claim,
  statements: readonly string[],
  parameters: Parameters,
  { pool, sql }: ProcessingTools,
): Promise<void> {
  await runScript(pool, [sql.endTransaction], transaction);
  await runScript(pool, statements, parameters);
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

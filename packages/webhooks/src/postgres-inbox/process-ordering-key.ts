import { randomUUID } from 'node:crypto';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { type ClaimedEvent, callHandler, observeAttempt } from '../processing/attempt.ts';
import { failureOf } from '../processing/failure.ts';
import { latestDueTime } from '../processing/plan-retry.ts';
import type { HandleEvent, ProcessingSettings } from '../processing/processing.ts';
import type { WorkResult } from '../processing/work-loop.ts';
import { type AttemptedRow, type ClaimRow, rowToClaimedEvent } from '../sql-inbox/rows.ts';
import { changeOfLeftBehind, failureParameters } from '../sql-inbox/statements.ts';
import type { KeyLease } from './key-lease.ts';
import { type PostgresStatements, run, runScript } from './postgres-statements.ts';

/** What processing an ordering key needs. */
export interface ProcessingTools {
  pool: Pool;
  sql: PostgresStatements;
  handle: HandleEvent<ClientBase>;
  settings: ProcessingSettings;
}

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
    const row = await lease.begin((isAlone) => beginAttempt(client, lease, isAlone, tools));
    return row ? attempt(client, rowToClaimedEvent(row), stopSignal, tools) : nothing;
  });

/** Makes the events that dead processes left `processing` suspects, or dead. */
export const takeOver = (orderingKey: string, tools: ProcessingTools): Promise<WorkResult> =>
  withClient(tools, async (client) => {
    const { sql, settings } = tools;
    const now = settings.now();
    const begin = [sql.begin, sql.createTurn, sql.takeTurn, sql.findLeftBehind];
    const [turn = [], left = []] = (await runScript(client, begin, { orderingKey })).slice(-2);
    const taken = turn.length > 0 ? (left as AttemptedRow[]) : [];
    const changes = taken.map((row) => ({ row, ...changeOfLeftBehind(row, sql, settings) }));
    for (const { text, parameters } of changes) await run(client, text, parameters);
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

/**
 * Claims the first open event and begins the transaction of its handler, in the isolation that the database is set to. Undefined
 * if the event is not due, another process has the turn of its key, or took it over because this one was late.
 */
async function beginAttempt(
  client: ClientBase,
  { orderingKey, isSuspect }: KeyLease,
  isAlone: boolean,
  { sql, settings }: ProcessingTools,
): Promise<ClaimRow | undefined> {
  const now = settings.now();
  const due = { now, latest: latestDueTime(now, settings), suspect: Number(isSuspect), alone: Number(isAlone) };
  const claim = [sql.begin, sql.createTurn, sql.claim, sql.commit];
  const results = await runScript(client, [...claim, 'begin', sql.setLimits, sql.keepTurn], {
    ...due,
    orderingKey,
    claim: randomUUID(),
  });
  const [row] = (results[claim.indexOf(sql.claim)] ?? []) as ClaimRow[];
  if (row && results.at(-1)?.length) return row;
  await runScript(client, [sql.rollback, sql.begin, sql.takeTurn, sql.requeue, sql.commit], { orderingKey, now });
  return undefined;
}

async function attempt(
  client: ClientBase,
  claimed: ClaimedEvent,
  stopSignal: AbortSignal,
  tools: ProcessingTools,
): Promise<Ended> {
  const { pool, sql, handle, settings } = tools;
  const { seq, attempt: number, orderingKey } = claimed;
  const { signal, dispose } = abortWithConnection(client, stopSignal);
  let isRunning = false;
  const handleUntilItEnds: HandleEvent<ClientBase> = async (event, context) => {
    isRunning = true;
    try {
      await handle(event, context);
    } finally {
      isRunning = false;
    }
  };
  try {
    await observeAttempt(claimed, settings.observer, async () => {
      const timeoutInMs = settings.handlerTimeoutInMs;
      await callHandler(claimed, { handle: handleUntilItEnds, transaction: client, signal, timeoutInMs });
      const end = [sql.markDone, sql.commit, sql.begin, sql.takeTurn, sql.requeue, sql.commit];
      await runScript(client, end, { orderingKey, seq, attempt: number, now: settings.now() });
    });
    return { result: 'attempted', isUsable: true };
  } catch (error) {
    if (stopSignal.aborted) {
      const undo = () => run(pool, sql.undoAttempt, { seq, attempt: number, alone: 0 });
      return { result: 'attempted', isUsable: false, finish: undo };
    }
    // A handler that outlived its limit still uses the connection.
    return await saveFailure({ client, canUse: !isRunning }, claimed, error, tools);
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
  claimed: ClaimedEvent,
  error: unknown,
  { pool, sql, settings }: ProcessingTools,
): Promise<Ended> {
  const { key, attempt, orderingKey } = claimed;
  const failure = failureOf(error, claimed, settings);
  settings.onError(error, { key, attempt, retryAt: failure.retryAt });
  const statements = [sql.begin, sql.takeTurn, sql.markFailed, sql.requeue, sql.commit];
  const parameters = { orderingKey, now: settings.now(), ...failureParameters(claimed, failure) };
  const result = settings.isOutage(error) ? 'outage' : 'attempted';
  const isSaved = canUse && (await succeeds(runScript(client, [sql.rollback, ...statements], parameters)));
  return isSaved
    ? { result, isUsable: true }
    : { result, isUsable: false, finish: () => runScript(pool, statements, parameters) };
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { type ClaimedEvent, callHandler, type InProgress, mayBegin, observeAttempt } from './attempts.ts';
import { createPool, type PostgresConnection, run, runScript } from './postgres-database.ts';
import type { PostgresStatements } from './postgres-sql.ts';
import { failureOf, type HandleEvent, latestDueTime, type ProcessingSettings } from './processing.ts';
import {
  type ClaimRow,
  changeOfLeftBehind,
  type EventRow,
  failureParameters,
  type Parameters,
  rowToClaimedEvent,
} from './sql.ts';
import type { Work, WorkResult, WorkSource } from './work-loop.ts';

interface PostgresProcessingOptions {
  handle: HandleEvent<ClientBase>;
  settings: ProcessingSettings;
  connection: PostgresConnection;
  pollIntervalInMs: number;
  sql: PostgresStatements;
}

/** Connections besides those of the handlers: one finds keys, and saves results whose connection is lost. */
const extraConnections = 1;

/** How many more keys than needed a process looks for and chooses from, so that processes seldom choose the same. */
const spread = 20;

/** The pause after the database failed to save the result of an attempt. */
const storeRetryIntervalInMs = 1_000;

/** An ordering key that is due and whose turn is free. */
interface DueKey {
  ordering_key: string;
  /** `left behind`: a dead process left an event of it `processing`. `suspect`: its first open event is one. */
  state: 'ready' | 'suspect' | 'left behind';
}

/** An attempt at the first open event of an ordering key. */
interface Attempt extends InProgress {
  orderingKey: string;
  /** Whether it is a suspect that nothing else is in progress beside. Its claim saves that. */
  runsByItself: boolean;
}

/** A claimed event, and the open transaction of its handler. */
interface Claim {
  event: ClaimedEvent;
  client: PoolClient;
  /** What identifies the claim, the event and the transaction, for the statements that end the attempt. */
  ids: { claim: string; orderingKey: string; seq: number; attempt: number; pid: number; beganAt: string };
}

/**
 * Finds due ordering keys and attempts the first event of each, over a connection of its own: when its own inbox has stored an
 * event, when an attempt has ended, and every `pollIntervalInMs`. It keeps no state outside transactions, so that a pooler may give
 * each of them another session, and nothing has to clean up after a dead process: its turns end with its transactions.
 *
 * What may start in this process:
 *
 * - Concurrent, at first: attempts start side by side, as many as there are concurrency slots.
 * - Blocked, when it finds a suspect while attempts are in progress: none starts.
 * - Exclusive, once nothing else is in progress: it starts the suspect, and no other attempt until that one ends. Then, or if
 *   another process has the turn of the suspect's key, it is concurrent again.
 *
 * `mayBegin` says why, and for how long it waits.
 *
 * An attempt at an event:
 *
 * - Claimed, in a transaction of its own: the event is `processing`, and its attempt counts even if the process ends.
 * - Handled: the transaction of the handler has the turn of the key, and commits what it writes with the event's being done.
 *   It is rolled back if the handler fails, hangs or is stopped, and if its connection ends. Another transaction saves that.
 * - Queued, at last: the next event of the key is due.
 *
 * If the process ends in between, the event is left `processing`, and the turn is free. Another process takes over before it
 * starts other attempts: the event becomes a suspect, or dead.
 */
export class PostgresProcessing implements WorkSource {
  readonly pollIntervalInMs: number;
  readonly #options: PostgresProcessingOptions;
  readonly #pool: Pool;
  /** The attempts in progress, by ordering key. */
  readonly #attempts = new Map<string, Attempt>();

  constructor(options: PostgresProcessingOptions) {
    const { connection, pollIntervalInMs, settings } = options;
    this.#options = options;
    this.pollIntervalInMs = pollIntervalInMs;
    this.#pool = createPool(connection, settings.concurrency + extraConnections, settings.handlerTimeoutInMs);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async claim(limit: number): ReturnType<WorkSource['claim']> {
    const nothing = { work: [], delayInMs: this.pollIntervalInMs };
    if (!mayBegin(this.#attempts.values(), false)) return nothing;
    const found = await this.#findDueKeys(limit + spread);
    const keysIn = (state: DueKey['state']) => found.flatMap((key) => (key.state === state ? key.ordering_key : []));
    const leftBehind = keysIn('left behind');
    for (const orderingKey of leftBehind) await this.#takeOver(orderingKey);
    const [suspect] = keysIn('suspect');
    if (suspect === undefined) {
      const work = await this.#startAttempts(sample(keysIn('ready'), limit), false);
      const mayFindMore = found.length > limit || leftBehind.length > 0;
      return { work, delayInMs: mayFindMore ? 0 : this.pollIntervalInMs };
    }
    if (!mayBegin(this.#attempts.values(), true)) return nothing;
    return { ...nothing, work: await this.#startAttempts([suspect], true) };
  }

  async #findDueKeys(limit: number): Promise<DueKey[]> {
    const { sql, settings } = this.#options;
    const now = settings.now();
    const running = [...this.#attempts.keys()];
    const parameters = { now, latest: latestDueTime(now, settings), limit, running };
    const results = await runScript(this.#pool, [sql.begin, sql.recall, sql.findDueKeys, sql.commit], parameters);
    return results[2] as DueKey[];
  }

  /** Makes the events that dead processes left `processing` suspects, or dead. */
  async #takeOver(orderingKey: string): Promise<void> {
    const { sql, settings } = this.#options;
    const client = await this.#pool.connect();
    let isUsable = false;
    try {
      const begin = [sql.begin, sql.takeTurn, sql.findLeftBehind];
      const [, turn, left] = await runScript(client, begin, { orderingKey });
      const rows = turn?.[0]?.['is_taken'] ? (left as (EventRow & { claim: string | null })[]) : [];
      const changes = rows.map((row) => ({ row, ...changeOfLeftBehind(row, sql, settings) }));
      for (const { row, text, parameters } of changes) await run(client, text, { ...parameters, claim: row.claim });
      const end = changes.length > 0 ? [sql.endTurn, sql.requeue] : [];
      await runScript(client, [...end, sql.commit], { orderingKey, now: settings.now() });
      isUsable = true;
      for (const { row, deadBy } of changes) {
        if (deadBy) settings.onError(deadBy, { key: row.key, attempt: row.attempts, retryAt: undefined });
      }
    } finally {
      client.release(!isUsable);
    }
  }

  async #startAttempts(orderingKeys: readonly string[], isSuspect: boolean): Promise<Work[]> {
    const [running] = this.#attempts.values();
    if (running?.runsByItself && orderingKeys.length > 0) {
      // A suspect that hangs. What is saved changes before another attempt starts beside it.
      await run(this.#pool, this.#options.sql.clearSuspect, { orderingKey: running.orderingKey });
      running.runsByItself = false;
    }
    const runsByItself = isSuspect && this.#attempts.size === 0;
    return orderingKeys.map((orderingKey) => {
      const attempt = { orderingKey, isSuspect, runsByItself, beganAt: performance.now() };
      this.#attempts.set(orderingKey, attempt);
      return (signal) => this.#attempt(attempt, signal).finally(() => this.#attempts.delete(orderingKey));
    });
  }

  async #attempt(attempt: Attempt, stopSignal: AbortSignal): Promise<WorkResult> {
    const claim = await this.#claim(attempt);
    return claim ? this.#handleClaimed(claim, stopSignal) : 'nothing';
  }

  /**
   * Claims the first open event and begins the transaction of its handler. Undefined if the event is not due, another process has
   * the turn of its key, or took it over because this one was late.
   */
  async #claim(attempt: Attempt): Promise<Claim | undefined> {
    const { sql, settings } = this.#options;
    const client = await this.#pool.connect();
    attempt.beganAt = performance.now();
    const { orderingKey, isSuspect, runsByItself } = attempt;
    const now = settings.now();
    const due = { now, latest: latestDueTime(now, settings), isSuspect: Number(isSuspect) };
    const claim = randomUUID();
    const parameters = { orderingKey, claim, ...due, runsByItself: Number(runsByItself) };
    try {
      const begin = [sql.begin, sql.claimEvent, sql.commit, sql.beginHandling, sql.keepTurn];
      const results = await runScript(client, begin, parameters);
      const [row] = results[1] as ClaimRow[];
      const [transaction] = results.at(-1) as { pid: number; began_at: string }[];
      if (row && transaction) {
        const event = rowToClaimedEvent(row);
        const { pid, began_at: beganAt } = transaction;
        return { event, client, ids: { claim, orderingKey, seq: event.seq, attempt: event.attempt, pid, beganAt } };
      }
      await runScript(client, [sql.rollback, sql.begin, sql.requeue, sql.commit], parameters);
      client.release();
      return undefined;
    } catch (error) {
      // Closing the connection ends its transaction, and with it the turn.
      client.release(true);
      throw error;
    }
  }

  async #handleClaimed(claimed: Claim, stopSignal: AbortSignal): Promise<WorkResult> {
    const { sql, settings, handle } = this.#options;
    const { event, client, ids } = claimed;
    const connection = watchConnection(client);
    const signal = AbortSignal.any([stopSignal, connection.signal]);
    let isHandling = false;
    const watched: HandleEvent<ClientBase> = async (...given) => {
      isHandling = true;
      try {
        await handle(...given);
      } finally {
        isHandling = false;
      }
    };
    try {
      await observeAttempt(event, settings.observer, async () => {
        const timeoutInMs = settings.handlerTimeoutInMs;
        await callHandler(event, { handle: watched, transaction: client, signal, timeoutInMs });
        const end = [sql.markDone, sql.commit, sql.begin, sql.requeue, sql.commit];
        await runScript(client, end, { ...ids, now: settings.now() });
      });
      client.release();
      return 'attempted';
    } catch (error) {
      // A handler that outlived its limit still uses the connection.
      await this.#saveFailed(claimed, error, { canUse: !isHandling, stopSignal });
      return !stopSignal.aborted && settings.isOutage(error) ? 'outage' : 'attempted';
    } finally {
      connection.unwatch();
    }
  }

  /** Rolls back and saves that, over another connection if the one of the handler is in use or broken. */
  async #saveFailed(
    claimed: Claim,
    error: unknown,
    { canUse, stopSignal }: { canUse: boolean; stopSignal: AbortSignal },
  ): Promise<void> {
    const { sql, settings } = this.#options;
    const { client, ids } = claimed;
    const { text, parameters: change } = stopSignal.aborted
      ? { text: sql.undoAttempt, parameters: { isSuspect: 0 } }
      : this.#changeOfFailed(claimed, error);
    const parameters = { ...ids, ...change, now: settings.now() };
    const isSaved =
      canUse &&
      (await succeeds(runScript(client, [sql.rollback, sql.begin, text, sql.requeue, sql.commit], parameters)));
    client.release(!isSaved);
    if (isSaved) return;
    // What is saved late changes nothing if another process has taken over.
    for (;;) {
      try {
        // The server may run a statement of the handler still.
        await runScript(this.#pool, [sql.begin, sql.endTransaction, text, sql.requeue, sql.commit], parameters);
        return;
      } catch (storeError) {
        if (stopSignal.aborted) throw storeError;
        settings.onError(storeError);
        await delay(storeRetryIntervalInMs, undefined, { signal: stopSignal }).catch(() => {});
      }
    }
  }

  #changeOfFailed({ event }: Claim, error: unknown): { text: string; parameters: Parameters } {
    const { sql, settings } = this.#options;
    const failure = failureOf(error, event, settings);
    settings.onError(error, { key: event.key, attempt: event.attempt, retryAt: failure.retryAt });
    return { text: sql.markFailed, parameters: failureParameters(event, failure) };
  }
}

/** A random choice of the items, at most so many. */
function sample<Item>(items: readonly Item[], count: number): Item[] {
  const chosen = [...items];
  while (chosen.length > count) chosen.splice(randomInt(chosen.length), 1);
  return chosen;
}

/** A signal that aborts as soon as the connection ends. */
function watchConnection(client: ClientBase): { signal: AbortSignal; unwatch: () => void } {
  const abort = new AbortController();
  let reason = 'The database connection of the handler ended';
  // The server says why before it closes a connection.
  const onError = ({ message }: Error) => {
    reason = `${reason}: ${message}`;
  };
  const onEnd = () => abort.abort(new Error(`${reason}.`));
  client.once('error', onError).once('end', onEnd);
  return { signal: abort.signal, unwatch: () => void client.off('error', onError).off('end', onEnd) };
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

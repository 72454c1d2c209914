import { randomInt } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import type { ProcessOptions } from '../inbox/create-inbox.ts';
import { mayBegin } from '../processing/alone.ts';
import { latestDueTime } from '../processing/plan-retry.ts';
import type { ProcessingSettings } from '../processing/processing.ts';
import { type Work, WorkLoop, type WorkResult, type WorkSource } from '../processing/work-loop.ts';
import { recallStatements } from '../sql-inbox/statements.ts';
import { KeyLease } from './key-lease.ts';
import { createPool, databaseError, type PostgresConnection } from './open-database.ts';
import { type PostgresStatements, run, runScript } from './postgres-statements.ts';
import { type ProcessingTools, processNextEvent, takeOver } from './process-ordering-key.ts';

/** Connections besides those of the handlers: one finds work, and saves results whose connection is lost. */
const extraConnections = 1;

interface PostgresProcessingOptions extends ProcessOptions<ClientBase> {
  connection: PostgresConnection;
  pollIntervalInMs: number;
  sql: PostgresStatements;
}

/**
 * Handles the events of the inbox until it is stopped. A process asks the queue for due ordering keys whose turn is free when its
 * own inbox has stored an event, when work has ended, and every `pollIntervalInMs`. Nothing has to clean up after a dead
 * process: its turns end with its transactions.
 */
export function processPostgres(options: PostgresProcessingOptions): WorkLoop {
  const settings: ProcessingSettings = {
    ...options.settings,
    // Errors of handlers are passed on as they are. Every other error comes from the database.
    onError: (error, failed) => options.settings.onError(failed ? error : databaseError(error), failed),
  };
  return new WorkLoop(settings, new PostgresWorkSource({ ...options, settings }));
}

/** An ordering key that is due and whose turn is free. */
interface DueKey {
  ordering_key: string;
  /** Whether a dead process left an event of it `processing`. */
  is_left_behind: boolean;
  /** Whether its first open event is a suspect. */
  is_suspect: boolean;
}

/** How many more keys than needed a process looks for and chooses from, so that processes seldom choose the same. */
const spread = 20;

const isLeftBehind = ({ is_left_behind }: DueKey): boolean => is_left_behind;
const isSuspect = ({ is_left_behind, is_suspect }: DueKey): boolean => is_suspect && !is_left_behind;

/**
 * Starts a lease of each ordering key that it finds due, for one event.
 *
 * - Concurrent, at first: leases run side by side, as many as there are concurrency slots.
 * - Blocked, when it finds a suspect while leases are in progress: no lease starts.
 * - Exclusive, once nothing else is in progress: it starts the suspect, and no other lease until that one ends. Then, or if
 *   another process has the turn of the suspect's key, it is concurrent again.
 *
 * In each state it makes what dead processes left `processing` suspects, or dead. `processing/alone.ts` says why, and for how
 * long it waits. It never starts a lease beside an event that is saved as alone.
 */
class PostgresWorkSource implements WorkSource {
  readonly pollIntervalInMs: number;
  readonly #options: PostgresProcessingOptions;
  readonly #pool: Pool;
  /** The ordering keys that this process works on. */
  readonly #running = new Set<string>();
  readonly #leases = new Set<KeyLease>();
  /** The time of the last claim, by the clock; undefined before the first. */
  #lastLook: Date | undefined;

  constructor(options: PostgresProcessingOptions) {
    const { connection, pollIntervalInMs, settings } = options;
    this.#options = options;
    this.pollIntervalInMs = pollIntervalInMs;
    this.#pool = createPool(connection, settings.concurrency + extraConnections, settings.handlerTimeoutInMs);
  }

  async claim(limit: number): ReturnType<WorkSource['claim']> {
    const { sql, settings, open } = this.#options;
    await open();
    const nothing = { work: [], delayInMs: this.pollIntervalInMs };
    if (!mayBegin(this.#leases, false)) return nothing;
    const now = settings.now();
    const recall = recallStatements(sql, settings, { now, lastLook: this.#lastLook });
    const look = { limit: limit + spread, now, running: [...this.#running], latest: latestDueTime(now, settings) };
    const statements = [sql.begin, ...recall.map(({ text }) => text), sql.findDueKeys, sql.commit];
    const found = ((await runScript(this.#pool, statements, look)).at(-2) ?? []) as DueKey[];
    this.#lastLook = now;
    const takenOver = found.filter(isLeftBehind).slice(0, limit);
    const suspect = found.find(isSuspect);
    const isBlocked = suspect !== undefined && !mayBegin(this.#leases, true);
    const others = found.filter((key) => !isLeftBehind(key));
    const keys = suspect ? [suspect] : sample(others, limit - takenOver.length);
    const leases = isBlocked ? [] : await this.#startLeases(keys);
    const work = [...leases, ...takenOver.map((key) => this.#takeOver(key))];
    const mayFindMore = suspect === undefined && found.length > limit;
    return { work, delayInMs: mayFindMore ? 0 : this.pollIntervalInMs };
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  async #startLeases(keys: readonly DueKey[]): Promise<Work[]> {
    const isAlone = this.#leases.size + keys.length === 1;
    if (!isAlone && keys.length > 0) await this.#endAlone();
    return keys.map((key) => {
      const lease = new KeyLease({ orderingKey: key.ordering_key, isSuspect: isSuspect(key), isAlone });
      this.#leases.add(lease);
      return this.#workOn(lease.orderingKey, (signal, tools) =>
        processNextEvent(lease, signal, tools).finally(() => this.#leases.delete(lease)),
      );
    });
  }

  /** Saves that the events in progress are no longer alone. */
  async #endAlone(): Promise<void> {
    const { endAlone } = this.#options.sql;
    for (const lease of this.#leases) {
      await lease.endAlone((orderingKey) => run(this.#pool, endAlone, { orderingKey }));
    }
  }

  #takeOver({ ordering_key: orderingKey }: DueKey): Work {
    return this.#workOn(orderingKey, (_signal, tools) => takeOver(orderingKey, tools));
  }

  #workOn(orderingKey: string, work: (signal: AbortSignal, tools: ProcessingTools) => Promise<WorkResult>): Work {
    this.#running.add(orderingKey);
    return (signal) =>
      work(signal, { ...this.#options, pool: this.#pool }).finally(() => {
        this.#running.delete(orderingKey);
      });
  }
}

/** A random choice of the items, at most so many. */
function sample<Item>(items: readonly Item[], count: number): Item[] {
  const chosen = [...items];
  while (chosen.length > count) chosen.splice(randomInt(chosen.length), 1);
  return chosen;
}

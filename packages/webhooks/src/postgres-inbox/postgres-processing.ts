import type { ClientBase, Pool, PoolClient } from 'pg';
import type { ProcessOptions } from '../inbox/create-inbox.ts';
import { mayBegin } from '../processing/alone.ts';
import type { Processing, ProcessingSettings } from '../processing/processing.ts';
import { type Work, WorkLoop, type WorkResult, type WorkSource } from '../processing/work-loop.ts';
import { recallStatements } from '../sql-inbox/statements.ts';
import { KeyLease } from './key-lease.ts';
import { createPool, databaseError, type PostgresConnection } from './open-database.ts';
import type { PostgresStatements, RunPostgres } from './postgres-statements.ts';
import { type ProcessingTools, processNextEvent, takeOver } from './process-ordering-key.ts';

/** Connections besides those of the handlers: one listens, one finds work and saves results whose connection is lost. */
const extraConnections = 2;

/** How long a statement of a handler may take. If the network goes silent, the event is retried after it. */
const handlerStatementLimitInMs = 300_000;

interface PostgresProcessingOptions extends ProcessOptions<ClientBase> {
  connection: PostgresConnection;
  pollIntervalInMs: number;
  run: RunPostgres;
  sql: PostgresStatements;
}

/**
 * Handles the events of the inbox until it is stopped. A process asks the queue for due ordering keys that no connection
 * has locked, when it is notified of new events, when work has ended, and every `pollIntervalInMs`.
 * Nothing has to clean up after a dead process: its locks end with its connections.
 */
export function processPostgres(options: PostgresProcessingOptions): Processing {
  const settings: ProcessingSettings = {
    ...options.settings,
    // Errors of handlers are passed on as they are. Every other error comes from the database.
    onError: (error, failed) => options.settings.onError(failed ? error : databaseError(error), failed),
  };
  const source = new PostgresWorkSource({ ...options, settings });
  const loop = new WorkLoop(settings, source);
  source.onNotification = () => loop.wake();
  return loop;
}

/** An ordering key that is due, with the state of its first open event. */
interface DueKey {
  ordering_key: string;
  /** `processing` if a dead process left it; null if there is no open event. */
  status: 'pending' | 'processing' | null;
  /** Of a pending event: 1 if it is a suspect. */
  alone: number | null;
}

const isLeftBehind = ({ status }: DueKey): boolean => status === 'processing';
const isSuspect = ({ status, alone }: DueKey): boolean => status === 'pending' && alone === 1;

/**
 * Starts a lease of each ordering key that it finds due, for one event.
 *
 * - Concurrent, at first: leases run side by side, as many as there are concurrency slots.
 * - Blocked, when it finds a suspect while leases are in progress: no lease starts.
 * - Exclusive, once nothing else is in progress: it starts the suspect, and no other lease until that one ends. Then, or if
 *   another process has locked the suspect's key, it is concurrent again.
 *
 * In each state it makes what dead processes left `processing` suspects, or dead. `processing/alone.ts` says why, and for how
 * long it waits. It never starts a lease beside an event that is saved as alone.
 */
class PostgresWorkSource implements WorkSource {
  readonly pollIntervalInMs: number;
  onNotification: () => void = () => {};
  readonly #options: PostgresProcessingOptions;
  readonly #pool: Pool;
  /** The ordering keys that this process has locked, or is about to. */
  readonly #running = new Set<string>();
  readonly #leases = new Set<KeyLease>();
  /** The time of the last claim, by the clock; undefined before the first. */
  #lastLook: Date | undefined;
  #listener: PoolClient | undefined;

  constructor(options: PostgresProcessingOptions) {
    const { connection, pollIntervalInMs, settings } = options;
    this.#options = options;
    this.pollIntervalInMs = pollIntervalInMs;
    this.#pool = createPool(connection, settings.concurrency + extraConnections, handlerStatementLimitInMs);
  }

  async claim(limit: number): ReturnType<WorkSource['claim']> {
    const { run, sql, settings, open } = this.#options;
    await open();
    await this.#listen();
    const nothing = { work: [], delayInMs: this.pollIntervalInMs };
    if (!mayBegin(this.#leases, false)) return nothing;
    const now = settings.now();
    const recall = recallStatements(sql, settings, { now, lastLook: this.#lastLook });
    for (const { text, parameters } of recall) await run(this.#pool, text, parameters);
    this.#lastLook = now;
    const found = await run<DueKey>(this.#pool, sql.findDueKeys, { limit, now, running: [...this.#running] });
    const suspect = found.find(isSuspect);
    const isBlocked = suspect !== undefined && !mayBegin(this.#leases, true);
    const keys = suspect ? [suspect] : found.filter((key) => !isLeftBehind(key));
    const leases = isBlocked ? [] : await this.#startLeases(keys);
    const work = [...leases, ...found.filter(isLeftBehind).map((key) => this.#takeOver(key))];
    const mayFindMore = suspect === undefined && found.length === limit;
    return { work, delayInMs: mayFindMore ? 0 : this.pollIntervalInMs };
  }

  async close(): Promise<void> {
    this.#releaseListener();
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
    const { run, sql } = this.#options;
    for (const lease of this.#leases) await lease.endAlone((seq) => run(this.#pool, sql.endAlone, { seq }));
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

  /** Listens for new events. A lost listener is replaced at the next claim. */
  async #listen(): Promise<void> {
    if (this.#listener) return;
    const client = await this.#pool.connect();
    this.#listener = client;
    client.on('notification', () => this.onNotification());
    client.once('end', () => {
      if (this.#listener === client) this.#releaseListener();
    });
    await this.#options.run(client, this.#options.sql.listen).catch((error) => {
      this.#releaseListener();
      throw error;
    });
  }

  #releaseListener(): void {
    // Closes it: in the pool it would go on listening.
    this.#listener?.release(true);
    this.#listener = undefined;
  }
}

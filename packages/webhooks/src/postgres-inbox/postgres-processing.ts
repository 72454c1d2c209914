import type { ClientBase, Pool, PoolClient } from 'pg';
import { latestDueTime } from '../processing/attempt.ts';
import type { HandleEvent, Processing, ProcessingSettings } from '../processing/processing.ts';
import { WorkLoop, type WorkSource } from '../processing/work-loop.ts';
import { createPool, databaseError, type PostgresConnection } from './open-database.ts';
import type { PostgresStatements, RunPostgres } from './postgres-statements.ts';
import { processOrderingKey } from './process-ordering-key.ts';

/** Connections beside those of the handlers: one listens, one finds work and saves results whose connection is lost. */
const extraConnections = 2;

/** How long a statement of a handler may take. If the network goes silent, the event is retried after that. */
const handlerStatementLimitInMs = 300_000;

/** Comes before every ordering key. */
const firstCursor = '';

interface PostgresProcessingOptions {
  connection: PostgresConnection;
  pollIntervalInMs: number;
  run: RunPostgres;
  sql: PostgresStatements;
  handle: HandleEvent<ClientBase>;
  settings: ProcessingSettings;
}

/**
 * Handles the events of the inbox until it is stopped. The table of events is the queue: a process asks it for due ordering
 * keys that no connection has locked, when it is notified of new events, when it has done something, and every
 * `pollIntervalInMs`. So nothing has to clean up after a dead process: its locks end with its connections.
 */
export function processPostgres(options: PostgresProcessingOptions): Processing {
  const settings: ProcessingSettings = {
    ...options.settings,
    // What a handler threw is passed on as it is. Every other error comes from the database.
    onError: (error, failed) => options.settings.onError(failed ? error : databaseError(error), failed),
  };
  const source = new PostgresWorkSource({ ...options, settings });
  const loop = new WorkLoop(settings, source);
  source.onNotification = () => loop.wake();
  return {
    stop(stopOptions) {
      source.isStopping = true;
      return loop.stop(stopOptions);
    },
  };
}

class PostgresWorkSource implements WorkSource {
  readonly pollIntervalInMs: number;
  isStopping = false;
  onNotification: () => void = () => {};
  readonly #options: PostgresProcessingOptions;
  readonly #pool: Pool;
  readonly #running = new Set<string>();
  /** The ordering key found last. The search continues from there, so every key gets its turn. */
  #cursor: string = firstCursor;
  #listener: PoolClient | undefined;

  constructor(options: PostgresProcessingOptions) {
    const { connection, pollIntervalInMs, settings } = options;
    this.#options = options;
    this.pollIntervalInMs = pollIntervalInMs;
    this.#pool = createPool(connection, settings.concurrency + extraConnections, handlerStatementLimitInMs);
  }

  async claim(limit: number): ReturnType<WorkSource['claim']> {
    const { run, sql, settings } = this.#options;
    await this.#listen();
    const now = settings.now();
    const latest = latestDueTime(now, settings);
    const parameters = { limit, now, latest, running: [...this.#running], cursor: this.#cursor };
    const found = await run<{ ordering_key: string }>(this.#pool, sql.findDueKeys, parameters);
    const isLastPage = found.length < limit;
    const hasSeenAll = isLastPage && this.#cursor === firstCursor;
    this.#cursor = isLastPage ? firstCursor : (found.at(-1)?.ordering_key ?? firstCursor);
    const work = found.map(({ ordering_key }) => this.#workOn(ordering_key));
    return { work, delayInMs: hasSeenAll ? this.pollIntervalInMs : 0 };
  }

  async close(): Promise<void> {
    this.#releaseListener();
    await this.#pool.end();
  }

  #workOn(orderingKey: string): (signal: AbortSignal) => Promise<boolean> {
    this.#running.add(orderingKey);
    const tools = { ...this.#options, pool: this.#pool, isStopping: () => this.isStopping };
    return (signal) =>
      processOrderingKey(orderingKey, signal, tools).finally(() => {
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
    // Closed, because it would keep listening in the pool.
    this.#listener?.release(true);
    this.#listener = undefined;
  }
}

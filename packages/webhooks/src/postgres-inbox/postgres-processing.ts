import type { ClientBase, Pool, PoolClient } from 'pg';
import type { ProcessOptions } from '../inbox/create-inbox.ts';
import { mayBegin } from '../processing/alone.ts';
import { latestDueTime } from '../processing/failure.ts';
import type { Processing, ProcessingSettings } from '../processing/processing.ts';
import { type Work, WorkLoop, type WorkSource } from '../processing/work-loop.ts';
import { createPool, databaseError, type PostgresConnection } from './open-database.ts';
import type { PostgresStatements, RunPostgres } from './postgres-statements.ts';
import { type ProcessingTools, processOrderingKey, takeOver } from './process-ordering-key.ts';
import { Turn } from './turn.ts';

/** Connections beside those of the handlers: one listens, one finds work and saves results whose connection is lost. */
const extraConnections = 2;

/** How long a statement of a handler may take. If the network goes silent, the event is retried after that. */
const handlerStatementLimitInMs = 300_000;

/** Comes before every ordering key. */
const firstCursor = '';

interface PostgresProcessingOptions extends ProcessOptions<ClientBase> {
  connection: PostgresConnection;
  pollIntervalInMs: number;
  run: RunPostgres;
  sql: PostgresStatements;
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

/** An ordering key with something to do: what its first open event is like. */
interface DueKey {
  ordering_key: string;
  /** `processing` if a dead process left it. */
  status: 'pending' | 'processing';
  /** Of a pending event: 1 if it is a suspect. */
  alone: number;
}

const isLeftBehind = ({ status }: DueKey): boolean => status === 'processing';
const isSuspect = ({ status, alone }: DueKey): boolean => status === 'pending' && alone === 1;

/**
 * Starts a turn for each ordering key that it finds.
 *
 * - Usually it starts turns side by side, as many as there are places.
 * - What a dead process left `processing` it makes suspects, or dead, at any time.
 * - Having found a suspect, it is held up: it starts nothing, and turns end after their event. Once nothing else is in progress
 *   it starts the suspect, and nothing else until that has ended. Then, or if another process was faster, it goes on as usual.
 *
 * `processing/alone.ts` says why, and for how long it waits. It never starts a turn beside an event that is saved as alone.
 */
class PostgresWorkSource implements WorkSource {
  readonly pollIntervalInMs: number;
  isStopping = false;
  onNotification: () => void = () => {};
  readonly #options: PostgresProcessingOptions;
  readonly #pool: Pool;
  /** The ordering keys that this process has locked, or is about to. */
  readonly #running = new Set<string>();
  readonly #turns = new Set<Turn>();
  #isHeldUp = false;
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
    const { run, sql, settings, open } = this.#options;
    await open();
    await this.#listen();
    const nothing = { work: [], delayInMs: this.pollIntervalInMs };
    if (!mayBegin(this.#turns, false)) return nothing;
    const now = settings.now();
    const latest = latestDueTime(now, settings);
    const parameters = { limit, now, latest, running: [...this.#running], cursor: this.#cursor };
    const found = await run<DueKey>(this.#pool, sql.findDueKeys, parameters);
    const suspect = found.find(isSuspect);
    this.#isHeldUp = suspect !== undefined && !mayBegin(this.#turns, true);
    const keys = suspect ? [suspect] : found.filter((key) => !isLeftBehind(key));
    const turns = this.#isHeldUp ? [] : await this.#startTurns(keys);
    const work = [...turns, ...found.filter(isLeftBehind).map((key) => this.#takeOver(key))];
    // The cursor stays, because what else was found has not begun.
    if (suspect) return { ...nothing, work };
    const isLastPage = found.length < limit;
    const hasSeenAll = isLastPage && this.#cursor === firstCursor;
    this.#cursor = isLastPage ? firstCursor : (found.at(-1)?.ordering_key ?? firstCursor);
    return { work, delayInMs: hasSeenAll ? this.pollIntervalInMs : 0 };
  }

  async close(): Promise<void> {
    this.#releaseListener();
    await this.#pool.end();
  }

  async #startTurns(keys: readonly DueKey[]): Promise<Work[]> {
    const isAlone = this.#turns.size + keys.length === 1;
    if (!isAlone && keys.length > 0) await this.#endAlone();
    return keys.map((key) => {
      const turn = new Turn({ orderingKey: key.ordering_key, isSuspect: isSuspect(key), isAlone });
      this.#turns.add(turn);
      return this.#workOn(turn.orderingKey, (signal, tools) =>
        processOrderingKey(turn, signal, tools).finally(() => this.#turns.delete(turn)),
      );
    });
  }

  /** Saves that no event in progress is alone any longer. */
  async #endAlone(): Promise<void> {
    const { run, sql } = this.#options;
    for (const turn of this.#turns) await turn.endAlone((seq) => run(this.#pool, sql.endAlone, { seq }));
  }

  #takeOver({ ordering_key: orderingKey }: DueKey): Work {
    return this.#workOn(orderingKey, (_signal, tools) => takeOver(orderingKey, tools));
  }

  #workOn(orderingKey: string, work: (signal: AbortSignal, tools: ProcessingTools) => Promise<boolean>): Work {
    this.#running.add(orderingKey);
    const tools = {
      ...this.#options,
      pool: this.#pool,
      isStopping: () => this.isStopping,
      isHeldUp: () => this.#isHeldUp,
    };
    return (signal) =>
      work(signal, tools).finally(() => {
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

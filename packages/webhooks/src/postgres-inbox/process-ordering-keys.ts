import type { ClientBase, PoolClient } from 'pg';
import type { HandleEvent, Processing, ProcessingOptions } from '../inbox/processing.ts';
import { completeSettings, type ProcessingSettings } from '../processing/processing-settings.ts';
import { startWorkLoop } from '../processing/work-loop.ts';
import { createPool, databaseError, type PostgresConnection } from './connect.ts';
import { processOrderingKey } from './process-ordering-key.ts';
import type { RunStatement } from './run-statement.ts';

/** Connections beside those of the handlers: one listens, one looks for ordering keys and writes down what a broken one cannot. */
const connectionsBeside = 2;

/** How long a statement of a handler may take: where the network has gone silent, its event is tried again after that. */
const handlerStatementLimitInMs = 300_000;

/** Comes before every ordering key. */
const firstCursor = '';

/** Where the events come from. */
export interface EventSource {
  connection: PostgresConnection;
  pollIntervalInMs: number;
  run: RunStatement;
}

/**
 * Handles the events of the inbox until it is stopped. The table of events is the queue: a process asks it for ordering keys whose
 * first open event is due and which no connection has locked, whenever it is told of new events, when it has done something,
 * and every `pollIntervalInMs`. So nothing has to be given back by a process that dies: its locks end with its connections.
 */
export function processOrderingKeys(
  { connection, pollIntervalInMs, run }: EventSource,
  handle: HandleEvent<ClientBase>,
  options?: ProcessingOptions,
): Processing {
  const completed = completeSettings(options);
  const settings: ProcessingSettings = {
    ...completed,
    // What a handler threw is the caller's own; every other error is of the database.
    onError: (error, failed) => completed.onError(failed ? error : databaseError(error), failed),
  };
  const pool = createPool(connection, settings.concurrency + connectionsBeside, handlerStatementLimitInMs);
  const running = new Set<string>();
  /** The ordering key that was found last: all have their turn, one after another. */
  let cursor = firstCursor;
  let listener: PoolClient | undefined;
  let isStopping = false;

  /** Hears of new events. A listener that was lost is replaced when ordering keys are looked for the next time. */
  async function listen(): Promise<void> {
    if (listener) return;
    const client = await pool.connect();
    listener = client;
    client.on('notification', loop.wake);
    client.once('end', () => {
      if (listener === client) letGo();
    });
    await run(client, 'listen').catch((error) => {
      letGo();
      throw error;
    });
  }

  function letGo(): void {
    // What the connection listens to ends with it.
    listener?.release(true);
    listener = undefined;
  }

  async function processAlone(orderingKey: string, signal: AbortSignal): Promise<boolean> {
    try {
      return await processOrderingKey(orderingKey, signal, {
        pool,
        run,
        handle,
        settings,
        isStopping: () => isStopping,
      });
    } finally {
      running.delete(orderingKey);
    }
  }

  const loop = startWorkLoop({
    settings,
    pollIntervalInMs,
    async find(limit) {
      await listen();
      const found = await run<{ ordering_key: string }>(pool, 'findDueKeys', [limit, new Date(), [...running], cursor]);
      const work = found.map(({ ordering_key: orderingKey }) => {
        running.add(orderingKey);
        return (signal: AbortSignal) => processAlone(orderingKey, signal);
      });
      const isThrough = found.length < limit;
      const hasSeenAll = isThrough && cursor === firstCursor;
      cursor = isThrough ? firstCursor : (found.at(-1)?.ordering_key ?? firstCursor);
      return { work, delayInMs: hasSeenAll ? pollIntervalInMs : 0 };
    },
    async close() {
      letGo();
      await pool.end();
    },
  });
  return {
    stop(stopOptions) {
      isStopping = true;
      return loop.stop(stopOptions);
    },
  };
}

import type { ClientBase } from 'pg';
import type { HandleEvent, Processing, ProcessingOptions } from '../inbox/processing.ts';
import { completeSettings, defaultStopLimitInMs } from '../processing/processing-settings.ts';
import { startCaretaker } from './caretaker.ts';
import { createPool, databaseError, type PostgresConnection } from './connect.ts';
import { keepEngineRunning } from './keep-engine-running.ts';
import { AttemptAborted, processLane } from './process-lane.ts';
import type { RunStatement } from './run-statement.ts';
import { queueSchema } from './schema.ts';
import { handleLaneTask } from './sql.ts';

/** Connections beside those of the handlers: the engine's listener, its jobs, the caretaker. */
const connectionsBeside = 4;

/** Where jobs come from. */
export interface JobSource {
  connection: PostgresConnection;
  schema: string;
  pollIntervalInMs: number;
  run: RunStatement;
}

/** Handles the events of the inbox on the queue engine until it is stopped. */
export function processJobs(
  { connection, schema, pollIntervalInMs, run }: JobSource,
  handle: HandleEvent<ClientBase>,
  options?: ProcessingOptions,
): Processing {
  const settings = completeSettings(options);
  const { concurrency } = settings;
  const pool = createPool(connection, concurrency + connectionsBeside);
  const attempts = new Set<AbortController>();
  const onError = (error: unknown): void => settings.onError(databaseError(error));
  let isStopping = false;
  let stopped: Promise<void> | undefined;

  async function handleLane(payload: unknown): Promise<void> {
    const { lane } = payload as { lane: string };
    try {
      await processLane(lane, { pool, run, handle, settings, attempts, isStopping: () => isStopping });
    } catch (error) {
      if (!(error instanceof AttemptAborted)) throw error;
      await run(pool, 'undoAttempt', [error.claimed.seq, error.claimed.attempt]);
    }
  }

  const caretaker = startCaretaker({ pool, run }, onError);
  const engine = keepEngineRunning({
    pgPool: pool,
    schema: queueSchema(schema),
    concurrency,
    pollInterval: pollIntervalInMs,
    taskList: { [handleLaneTask]: handleLane },
    onError,
    onWorker: caretaker.protect,
  });

  async function stop(limitInMs: number): Promise<void> {
    isStopping = true;
    const limit = setTimeout(() => {
      for (const abort of attempts) abort.abort();
    }, limitInMs);
    await engine.stop().catch(onError);
    clearTimeout(limit);
    await caretaker.stop();
    await pool.end().catch(onError);
  }

  return {
    stop: ({ limitInMs = defaultStopLimitInMs } = {}) => {
      stopped ??= stop(limitInMs);
      return stopped;
    },
  };
}

import { EventEmitter } from 'node:events';
import type { Runner, RunnerOptions, WorkerEvents } from 'graphile-worker';
import { createAlarm } from '../processing/alarm.ts';

/** How long the engine is left alone after it ended on its own. */
const restartDelayInMs = 1_000;

/** What the engine is to run. */
export interface EngineOptions
  extends Pick<RunnerOptions, 'pgPool' | 'schema' | 'concurrency' | 'pollInterval' | 'taskList'> {
  onError: (error: unknown) => void;
  /** Is told of the id that locks the jobs of each run, before it locks one. */
  onWorker: (workerId: string) => void;
}

/** The engine, until it is stopped. */
export interface Engine {
  /** Begins no new job; resolves when those in progress have ended. */
  stop(): Promise<void>;
}

/**
 * Without batches the engine neither waits for a job's end to be written nor hears of its failure: that would be an
 * unhandled rejection. A batch of what ends in the same moment has no delay.
 */
const preset: NonNullable<RunnerOptions['preset']> = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** Runs the queue engine, and again where it ends on its own: it does so when the database was away for long. */
export function keepEngineRunning({ onError, onWorker, ...options }: EngineOptions): Engine {
  const pause = createAlarm();
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => onWorker(workerPool.id));
  let runner: Runner | undefined;
  let isStopping = false;

  async function runOnce(): Promise<void> {
    // A process that only receives starts without the engine.
    const { Logger, run } = await import('graphile-worker');
    const logger = new Logger(() => (level, message, meta) => {
      if (level === 'error') onError(meta?.['error'] ?? new Error(message));
    });
    runner = await run({ ...options, preset, events, logger, noHandleSignals: true, parsedCronItems: [] });
    const { promise } = runner;
    if (isStopping) await stopRunner();
    await promise.finally(() => {
      runner = undefined;
    });
  }

  /** A runner can be stopped once. */
  async function stopRunner(): Promise<void> {
    const stopping = runner;
    runner = undefined;
    await stopping?.stop().catch(onError);
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      await runOnce().catch(onError);
      if (!isStopping) await pause.wait(restartDelayInMs);
    }
  }

  const looping = loop();
  return {
    async stop() {
      isStopping = true;
      pause.ring();
      await stopRunner();
      await looping;
    },
  };
}

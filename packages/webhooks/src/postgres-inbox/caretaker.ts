import type { PoolClient } from 'pg';
import { type Alarm, createAlarm } from '../processing/alarm.ts';
import type { Connected } from './insert-group.ts';

/** How often dead workers are looked for. */
const intervalInMs = 1_000;

/** Every how many looks lanes are looked for that lost their job. */
const looksBetweenSearches = 10;

/** Keeps this process's workers known as alive, and takes up what dead processes left. */
export interface Caretaker {
  /** Says under which id this process locks jobs from now on; what it locked under another one is free. */
  protect(workerId: string): void;
  stop(): Promise<void>;
}

/**
 * The open source engine gives the jobs of a dead worker to others after four hours. So each process holds a lock of the
 * database in the name of its workers, which ends with the process, and frees every second what is locked by workers
 * whose lock is free. Where that errs, a job runs twice, and the lock of its lane lets only one of the two go on.
 */
export function startCaretaker(tools: Connected, onError: (error: unknown) => void): Caretaker {
  const alarm: Alarm = createAlarm();
  let worker: string | undefined;
  let isStopping = false;
  let held: { client: PoolClient; worker: string | undefined } | undefined;

  async function look(count: number): Promise<void> {
    const { pool, run } = tools;
    if (held?.worker !== worker) letGo();
    if (!held) {
      held = { client: await pool.connect(), worker };
      if (worker) await run(held.client, 'lockWorker', [worker]);
    }
    await run(held.client, 'unlockDeadWorkers', [worker ?? '']);
    if (count % looksBetweenSearches > 0) return;
    const forgotten = await run<{ lane: string }>(held.client, 'findForgotten');
    if (forgotten.length > 0) await run(held.client, 'addJobs', [forgotten.map(({ lane }) => lane), 0]);
  }

  function letGo(): void {
    // The locks end with their connection.
    held?.client.release(true);
    held = undefined;
  }

  async function loop(): Promise<void> {
    for (let count = 0; !isStopping; count += 1) {
      await look(count).catch((error) => {
        letGo();
        onError(error);
      });
      await alarm.wait(intervalInMs);
    }
    letGo();
  }

  const looping = loop();
  return {
    protect(workerId) {
      worker = workerId;
      alarm.ring();
    },
    async stop() {
      isStopping = true;
      alarm.ring();
      await looping;
    },
  };
}

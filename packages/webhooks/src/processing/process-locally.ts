import type { HandleEvent, Processing, ProcessingOptions } from '../inbox/processing.ts';
import { createAlarm } from './alarm.ts';
import { type JoinTransaction, makeAttempt } from './attempt.ts';
import type { ClaimedEvent } from './claimed-event.ts';
import type { LocalStore } from './local-store.ts';
import { completeSettings, defaultStopLimitInMs } from './processing-settings.ts';

/** How often the store is asked for what other processes put in, and after a failure. */
const pollIntervalInMs = 1_000;

/** Processing in this process. */
export interface LocalProcessing extends Processing {
  /** Says that there may be something to do. */
  wake(): void;
}

/** Handles the events of a store until it is stopped. */
export function processLocally<Database>(
  store: LocalStore<Database>,
  handle: HandleEvent<JoinTransaction<Database>>,
  options?: ProcessingOptions,
): LocalProcessing {
  const settings = completeSettings(options);
  const alarm = createAlarm();
  const running = new Map<AbortController, Promise<void>>();
  let isStopping = false;
  let stopped: Promise<void> | undefined;

  function run(event: ClaimedEvent): void {
    const abort = new AbortController();
    const settled = makeAttempt(event, abort.signal, { store, handle, settings })
      .catch(settings.onError)
      .finally(() => {
        running.delete(abort);
        alarm.ring();
      });
    running.set(abort, settled);
  }

  /** Begins what can be begun; says how long there is nothing else to do. */
  async function claim(): Promise<number> {
    const free = settings.concurrency - running.size;
    if (free <= 0) return pollIntervalInMs;
    const { events, nextDueAt } = await store.claim(free, new Date());
    if (isStopping) await Promise.all(events.map((event) => store.release(event)));
    else for (const event of events) run(event);
    if (!nextDueAt) return pollIntervalInMs;
    return Math.max(0, Math.min(pollIntervalInMs, nextDueAt.getTime() - Date.now()));
  }

  async function loop(): Promise<void> {
    while (!isStopping) {
      const delayInMs = await claim().catch((error) => {
        settings.onError(error);
        return pollIntervalInMs;
      });
      if (!isStopping) await alarm.wait(delayInMs);
    }
  }

  async function stop(limitInMs: number): Promise<void> {
    isStopping = true;
    alarm.ring();
    const limit = setTimeout(() => {
      for (const abort of running.keys()) abort.abort();
    }, limitInMs);
    await looping;
    await Promise.all(running.values());
    clearTimeout(limit);
    await store.leave().catch(settings.onError);
  }

  const looping = loop();
  return {
    wake: alarm.ring,
    stop: ({ limitInMs = defaultStopLimitInMs } = {}) => {
      stopped ??= stop(limitInMs);
      return stopped;
    },
  };
}

import type { HandleEvent, ProcessingOptions } from '../inbox/processing.ts';
import { type JoinTransaction, makeAttempt } from './attempt.ts';
import type { LocalStore } from './local-store.ts';
import { completeSettings } from './processing-settings.ts';
import { startWorkLoop, type WorkLoop } from './work-loop.ts';

/** How often the store is asked for what other processes put in, and after a failure. */
const pollIntervalInMs = 1_000;

/** Handles the events of a store until it is stopped. */
export function processLocally<Database>(
  store: LocalStore<Database>,
  handle: HandleEvent<JoinTransaction<Database>>,
  options?: ProcessingOptions,
): WorkLoop {
  const settings = completeSettings(options);
  return startWorkLoop({
    settings,
    pollIntervalInMs,
    async find(limit) {
      const { events, nextDueAt } = await store.claim(limit, new Date());
      const work = events.map((event) => async (signal: AbortSignal) => {
        await makeAttempt(event, signal, { store, handle, settings });
        return true;
      });
      const untilNextInMs = nextDueAt ? Math.max(0, nextDueAt.getTime() - Date.now()) : pollIntervalInMs;
      return { work, delayInMs: Math.min(pollIntervalInMs, untilNextInMs) };
    },
    close: () => store.leave(),
  });
}

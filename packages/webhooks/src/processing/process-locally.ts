import { type ClaimedEvent, callHandler, observeAttempt } from './attempt.ts';
import { type Failure, failureOf } from './failure.ts';
import type { HandleEvent, ProcessingSettings } from './processing.ts';
import { createWakeSignal, WorkLoop, type WorkResult } from './work-loop.ts';

/** How often to look for events that other processes stored, and the pause after a failure. */
const pollIntervalInMs = 1_000;

/** The pause after the store failed to save the result of an attempt. */
const storeRetryIntervalInMs = 1_000;

/** Writes to the database. Not async: the transaction commits when it returns. */
export type Write<Database> = (database: Database) => void;

/** Registers a write for the transaction that marks the event done, after the handler has resolved. */
export type WriteLater<Database> = (write: Write<Database>) => void;

/** A store whose events are handled by one process at a time. */
export interface LocalStore<Database> {
  /**
   * Starts an attempt at up to `limit` due events, each the first open one of its ordering key. An event that is due later than
   * `latestDueTime` is due as well. Claims none while another process handles the events, or while an event has to run alone.
   * `nextDueAt` is when the next event is due, if known.
   */
  claim(limit: number): Promise<{ events: ClaimedEvent[]; nextDueAt: Date | undefined }>;
  /** Runs the writes and marks the event done, in one transaction. If any of it fails, it rejects and nothing is changed. */
  finish(event: ClaimedEvent, writes: readonly Write<Database>[]): Promise<void>;
  /** Saves when the event is retried, or that it is dead. */
  fail(event: ClaimedEvent, failure: Failure): Promise<void>;
  /** Returns the event as if the attempt had not started. */
  release(event: ClaimedEvent): Promise<void>;
  /** Lets another process handle the events. */
  leave(): Promise<void>;
}

interface AttemptOptions<Database> {
  store: LocalStore<Database>;
  handle: HandleEvent<WriteLater<Database>>;
  settings: ProcessingSettings;
}

/** Handles the events of a store until it is stopped. */
export function processLocally<Database>(options: AttemptOptions<Database>): WorkLoop {
  const { store, settings } = options;
  return new WorkLoop(settings, {
    pollIntervalInMs,
    async claim(limit) {
      const { events, nextDueAt } = await store.claim(limit);
      const work = events.map((event) => (signal: AbortSignal) => attempt(event, signal, options));
      const untilNextInMs = nextDueAt ? Math.max(0, nextDueAt.getTime() - settings.now().getTime()) : pollIntervalInMs;
      return { work, delayInMs: Math.min(pollIntervalInMs, untilNextInMs) };
    },
    close: () => store.leave(),
  });
}

/** Rejects only if the store fails after an abort. */
async function attempt<Database>(
  claimed: ClaimedEvent,
  signal: AbortSignal,
  options: AttemptOptions<Database>,
): Promise<WorkResult> {
  try {
    await observeAttempt(claimed, options.settings.observer, async () => {
      const writes = await collectWrites(claimed, signal, options);
      await options.store.finish(claimed, writes);
    });
    return 'attempted';
  } catch (error) {
    if (signal.aborted) await options.store.release(claimed);
    else await saveFailure(claimed, error, signal, options);
    return options.settings.isOutage(error) ? 'outage' : 'attempted';
  }
}

/** Calls the handler and resolves with the writes that it registered. */
async function collectWrites<Database>(
  claimed: ClaimedEvent,
  signal: AbortSignal,
  { handle, settings }: AttemptOptions<Database>,
): Promise<Write<Database>[]> {
  const writes: Write<Database>[] = [];
  let isOpen = true;
  const transaction = (write: Write<Database>): void => {
    if (!isOpen) throw new Error('The handler has ended, so its transaction takes no more writes.');
    writes.push(write);
  };
  try {
    await callHandler(claimed, { handle, transaction, signal, timeoutInMs: settings.handlerTimeoutInMs });
  } finally {
    isOpen = false;
  }
  return writes;
}

async function saveFailure<Database>(
  claimed: ClaimedEvent,
  error: unknown,
  signal: AbortSignal,
  { store, settings }: AttemptOptions<Database>,
): Promise<void> {
  const { key, attempt: number } = claimed;
  const failure = failureOf(error, claimed, settings);
  settings.onError(error, { key, attempt: number, retryAt: failure.retryAt });
  const pause = createWakeSignal();
  signal.addEventListener('abort', pause.wake);
  while (!signal.aborted) {
    try {
      return await store.fail(claimed, failure);
    } catch (storeError) {
      settings.onError(storeError);
      await pause.wait(storeRetryIntervalInMs);
    }
  }
  await store.release(claimed);
}

/** Runs the writes of a handler. Throws if one is async: what it writes after an `await` would be outside the transaction. */
export function runWrites<Database>(writes: readonly Write<Database>[], database: Database): void {
  for (const write of writes) {
    const result: unknown = write(database);
    if (typeof (result as PromiseLike<unknown> | undefined)?.then !== 'function') continue;
    // Otherwise its rejection would end the process.
    if (result instanceof Promise) result.catch(() => {});
    throw new Error(
      'The function given to context.transaction must not be async: the transaction ends when it returns.',
    );
  }
}

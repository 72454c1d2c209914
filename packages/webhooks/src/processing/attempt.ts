import type { HandleEvent } from '../inbox/processing.ts';
import type { ClaimedEvent } from './claimed-event.ts';
import { failureOf } from './failed-attempt.ts';
import { handOver } from './hand-over.ts';
import type { LocalStore, Work } from './local-store.ts';
import type { ProcessingSettings } from './processing-settings.ts';
import { createWakeSignal } from './wake-signal.ts';

/** How long a store is left alone that could not write down how an attempt ended. */
const storeRetryIntervalInMs = 1_000;

/** Registers what is to be written together with an event's being done. */
export type JoinTransaction<Database> = (work: Work<Database>) => void;

/** What an attempt needs. */
export interface AttemptTools<Database> {
  store: LocalStore<Database>;
  handle: HandleEvent<JoinTransaction<Database>>;
  settings: ProcessingSettings;
}

/** Makes the attempt at an event that was claimed for it. It rejects only where the store fails after an abort. */
export async function makeAttempt<Database>(
  claimed: ClaimedEvent,
  signal: AbortSignal,
  tools: AttemptTools<Database>,
): Promise<void> {
  try {
    const work = await handleClaimed(claimed, signal, tools);
    await tools.store.finish(claimed, work, new Date());
  } catch (error) {
    if (signal.aborted) await tools.store.release(claimed);
    else await putOff(claimed, error, signal, tools);
  }
}

/** Hands the event over; resolves with the work that the handler registered. */
async function handleClaimed<Database>(
  claimed: ClaimedEvent,
  signal: AbortSignal,
  { handle, settings: { attempts } }: AttemptTools<Database>,
): Promise<Work<Database>[]> {
  const registered: Work<Database>[] = [];
  let isOpen = true;
  const transaction = (work: Work<Database>): void => {
    if (!isOpen) throw new Error('The handler has ended: its transaction takes nothing more.');
    registered.push(work);
  };
  try {
    await handOver(claimed, { handle, transaction, signal, attempts });
  } finally {
    isOpen = false;
  }
  return registered;
}

async function putOff<Database>(
  claimed: ClaimedEvent,
  error: unknown,
  signal: AbortSignal,
  { store, settings }: AttemptTools<Database>,
): Promise<void> {
  const { key, attempt } = claimed;
  const failure = failureOf(error, attempt, new Date(), settings);
  settings.onError(error, { key, attempt, retryAt: failure.retryAt });
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

import type { HandleEvent } from '../inbox/processing.ts';
import { readEvent } from '../inbox/read-event.ts';
import type { ClaimedEvent } from './claimed-event.ts';
import { processDied } from './failed-attempt.ts';

/** What a handler is given beside the event that was claimed for it. */
export interface HandOver<Transaction> {
  handle: HandleEvent<Transaction>;
  transaction: Transaction;
  signal: AbortSignal;
  /** How many attempts an event has. */
  attempts: number;
}

/** Hands a claimed event to the handler. Rejects with its error, or with the signal's reason once that aborts. */
export async function handOver<Transaction>(
  claimed: ClaimedEvent,
  { handle, transaction, signal, attempts }: HandOver<Transaction>,
): Promise<void> {
  const { key, attempt, isLate, receivedAt } = claimed;
  if (attempt > attempts) throw processDied();
  const event = readEvent(claimed);
  signal.throwIfAborted();
  const isUnkeyed = event.milestoneId === undefined;
  const context = { key, attempt, isLate, isUnkeyed, receivedAt, signal, transaction };
  await untilAborted(() => handle(event, context), signal);
}

/** Does the work, or rejects with the signal's reason once it aborts. The work is not stopped: it has the signal too. */
function untilAborted(work: () => Promise<void> | void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    Promise.resolve()
      .then(work)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', onAbort));
  });
}

import { WebhookError } from '../errors.ts';
import { type ContractEvent, parseEvent, type StoredEvent, UnreadableBodyError } from '../event.ts';
import { observe } from '../observer.ts';
import { StoreLostError } from './inbox.ts';
import { type EventContext, type Failure, failureOf, type HandleEvent, type ProcessingSettings } from './processing.ts';
import { createWakeSignal, type WorkResult, type WorkSource } from './work-loop.ts';

/** An event whose attempt has started. */
export interface ClaimedEvent extends Pick<StoredEvent, 'key' | 'rawBody' | 'receivedAt'> {
  /** Its position in the order of arrival, which identifies it in the store. */
  seq: number;
  orderingKey: string;
  /** The number of this attempt, 1 for the first. */
  attempt: number;
  isLate: boolean;
  /** As in `FailedEvent`. */
  openSince: Date;
}

/**
 * Crash suspects: finds the event whose handler ends its process, so that only this event is charged an attempt.
 *
 * - A process that dies leaves the events that it was handling. Any of them may have ended it, so none is charged: each gets its
 *   attempt back, and becomes a suspect.
 * - A suspect runs by itself: it starts when nothing else is in progress, and nothing starts beside it. If the process dies again,
 *   nothing else can have ended it, so the attempt has failed: the suspect is retried, or dead.
 * - Once a process survives a suspect, it is no longer one.
 *
 * So an event that ends its process again and again is charged each time but the first, and no other event ever is. With
 * `mayCrash: false` nothing becomes a suspect.
 *
 * A handler that hangs must not block its process: once it has run for this long, suspects may start beside it, and other events
 * beside a suspect. The suspect does not run by itself then, so it is not charged.
 */
const suspectLimitInMs = 30_000;

/** An event whose handler was called, or is about to be. */
export interface InProgress {
  /** By `performance.now()`. */
  beganAt: number;
  isSuspect: boolean;
}

/** Whether an event may start beside those in progress: not beside a suspect, and a suspect beside none. */
export function mayBegin(inProgress: Iterable<InProgress>, isSuspect: boolean): boolean {
  const now = performance.now();
  for (const running of inProgress) {
    if ((isSuspect || running.isSuspect) && now - running.beganAt < suspectLimitInMs) return false;
  }
  return true;
}

/** Runs an attempt, its handler and its commit, and tells the observer the result. */
export async function observeAttempt(
  { rawBody, attempt, isLate, receivedAt }: ClaimedEvent,
  observer: ProcessingSettings['observer'],
  work: () => Promise<void>,
): Promise<void> {
  if (!observer?.process) return work();
  await observe<'done'>(
    () => work().then(() => 'done'),
    (result) => observer.process?.({ event: parseEvent(rawBody), attempt, isLate, receivedAt, ...result }),
  );
}

interface HandlerCall<Transaction> extends Pick<EventContext<Transaction>, 'transaction'> {
  handle: HandleEvent<Transaction>;
  /** Aborts when the attempt has to end before its time is over. */
  signal: AbortSignal;
  timeoutInMs: number;
}

/**
 * Calls the handler with a claimed event. Rejects with its error, with the signal's reason as soon as that aborts, or with a
 * WebhookError when the time is over. The handler itself goes on then: only its signal can stop it.
 */
export async function callHandler<Transaction>(claimed: ClaimedEvent, call: HandlerCall<Transaction>): Promise<void> {
  const { key, rawBody, attempt, isLate, receivedAt } = claimed;
  const { handle, transaction, timeoutInMs } = call;
  const event = parseEvent(rawBody);
  if (!event) throw new UnreadableBodyError(key);
  call.signal.throwIfAborted();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(timeoutError(event, call, key)), timeoutInMs);
  const signal = AbortSignal.any([call.signal, timeout.signal]);
  const ended = Promise.withResolvers<void>();
  const onAbort = () => ended.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  const isUnkeyed = event.milestoneId === undefined;
  const context = { key, rawBody, attempt, isLate, isUnkeyed, receivedAt, signal, transaction };
  Promise.resolve()
    .then(() => handle(event, context))
    .then(ended.resolve, ended.reject);
  try {
    await ended.promise;
  } finally {
    clearTimeout(timer);
    // Node keeps a combined signal in memory as long as anybody listens.
    signal.removeEventListener('abort', onAbort);
  }
}

function timeoutError(
  { milestoneId }: ContractEvent,
  { timeoutInMs }: Pick<HandlerCall<never>, 'timeoutInMs'>,
  key: string,
): WebhookError {
  const milestone = milestoneId === undefined ? 'no milestone' : `milestone ${milestoneId}`;
  return new WebhookError(
    'inbox',
    `The handler of the event ${key} (${milestone}) did not end within ${timeoutInMs} ms (handlerTimeoutInMs). It may still be running: pass context.signal to its calls.`,
  );
}

/** How often to look for events that other processes stored, and the pause after a failure. */
const pollIntervalInMs = 1_000;

/** The pause after the store failed to save the result of an attempt. */
const storeRetryIntervalInMs = 1_000;

/** Writes to the database. Not async: the transaction commits when it returns. */
export type Write<Database> = (database: Database) => void;

/** Registers a write for the transaction that marks the event done, after the handler has resolved. */
export type WriteLater<Database> = (write: Write<Database>) => void;

/** The events whose attempts have started, and when the next event is due, if known. */
export interface Claimed {
  events: ClaimedEvent[];
  nextDueAt: Date | undefined;
}

/** A store whose events are handled by one process at a time. */
export interface LocalStore<Database> {
  /**
   * Starts an attempt at up to `limit` due events, each the first open one of its ordering key. An event that is due later than
   * `latestDueTime` is due as well. Claims none while another process handles the events, or beside a suspect (see `mayBegin`).
   */
  claim(limit: number): Promise<Claimed>;
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

/** The attempts at the events of a store. */
export function attemptLocally<Database>(options: AttemptOptions<Database>): WorkSource {
  const { store, settings } = options;
  return {
    pollIntervalInMs,
    async claim(limit) {
      const { events, nextDueAt } = await store.claim(limit);
      const work = events.map((event) => (signal: AbortSignal) => attempt(event, signal, options));
      const untilNextInMs = nextDueAt ? Math.max(0, nextDueAt.getTime() - settings.now().getTime()) : pollIntervalInMs;
      return { work, delayInMs: Math.min(pollIntervalInMs, untilNextInMs) };
    },
    close: () => store.leave(),
  };
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
    if (!isOpen) throw new Error('The handler has ended, so its transaction accepts no more writes.');
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
      if (storeError instanceof StoreLostError) return;
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
      'The function passed to context.transaction must not be async: the transaction ends when it returns.',
    );
  }
}

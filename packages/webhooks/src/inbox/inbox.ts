import { configurationError, WebhookError } from '../errors.ts';
import type { EventStatus, IncomingEvent, InsertOutcome, StoredEvent } from '../event.ts';
import {
  type HandleEvent,
  type Processing,
  type ProcessingOptions,
  type ProcessingSettings,
  validateAndFill,
} from './processing.ts';
import { WorkLoop, type WorkSource } from './work-loop.ts';

/** A signed body that needs attention: it is not an event, or it differs from the one stored under its key. */
export interface QuarantinedBody {
  /** The body as it was signed; in base64 if it is not UTF-8. */
  rawBody: string;
  /** Why it was quarantined: `event_invalid`, `body_not_utf8`, or a sentence. */
  reason: string;
  receivedAt: Date;
}

/** Which events to find. All given conditions must hold. */
export interface EventFilter {
  key?: string;
  milestoneId?: string;
  status?: EventStatus;
  /** Only events that arrived after the one with this key, so that lists can be read in pages. None if the inbox lacks it. */
  after?: string;
  /** At most this many events. Default: 100. */
  limit?: number;
}

/**
 * What to watch: raise an alarm if `dead` or `quarantined` is above 0, or `oldestAgeInMs` grows. Counting does not read events that
 * are done.
 */
export interface InboxCounts {
  /** Events that wait to be handled, for the first time or again. */
  pending: number;
  /** Events that are being handled, or were when their process died. */
  processing: number;
  /** Dead letters. Fix their cause, then replay them. */
  dead: number;
  /** Quarantined bodies. They need attention. */
  quarantined: number;
  /** The age of the oldest event that is pending or processing, at least 0; undefined if there is none. */
  oldestAgeInMs: number | undefined;
}

/**
 * Stores events permanently: a repeated event is recognized by the keys in the store (HOOK-4, HOOK-7). Every method rejects with
 * a WebhookError with the code `inbox` if the store cannot be used.
 */
export interface Inbox<Transaction = unknown> {
  /**
   * Resolves if an event can be stored: it opens the store and tries a write, which leaves no trace. Await it when the process
   * starts, so that a wrong address or a missing right fails there. Without it, the first call opens the store. If opening fails,
   * the next call tries again. In a readiness probe, call it at most once a second.
   */
  ready(): Promise<void>;
  /**
   * Stores an event under its unique key and resolves after the commit. A duplicate changes nothing; if its raw body differs
   * from the stored one, that body is quarantined.
   */
  insert(incoming: IncomingEvent): Promise<InsertOutcome>;
  /** Stores a signed body that is not an event. The same body with the same reason is stored once. */
  quarantine(body: QuarantinedBody): Promise<void>;
  /**
   * Starts passing each stored event to `handle` (HOOK-3): at least once, until it resolves; one at a time for each milestone, in
   * order of arrival. A failing event delays the later ones of its milestone until it is dead.
   */
  start(handle: HandleEvent<Transaction>, options?: ProcessingOptions): Processing;
  /** The stored events that match, in order of arrival. */
  find(filter?: EventFilter): Promise<StoredEvent[]>;
  counts(): Promise<InboxCounts>;
  /** The first 100 dead events, in order of arrival. */
  deadLetters(): Promise<StoredEvent[]>;
  /** Makes a dead event pending again, with all its attempts, as if it had arrived now. Resolves with false if no dead event has this key. */
  replay(key: string): Promise<boolean>;
  /**
   * Stops starting handlers in all processes on this store, within a second, until `resume`. Running handlers end normally, and
   * events are still stored. A pause survives the end of the process.
   */
  pause(): Promise<void>;
  resume(): Promise<void>;
  isPaused(): Promise<boolean>;
  /** The first quarantined bodies, in order of arrival. Default limit: 100. */
  findQuarantined(limit?: number): Promise<QuarantinedBody[]>;
  /** Deletes a quarantined body. Resolves with false if there is none like it. */
  discardQuarantined(body: Pick<QuarantinedBody, 'rawBody' | 'reason'>): Promise<boolean>;
  /**
   * Resolves once every stored event is done or dead: in a test, when all deliveries are handled. Default limit: 30 000. It polls
   * `counts`, so do not use it with a large inbox.
   * @throws WebhookError with the code `inbox` if events are left after the limit.
   */
  drain(options?: { limitInMs?: number }): Promise<void>;
  /**
   * Deletes events that were received and done more than `olderThanInMs` ago, and resolves with how many. Events that are
   * pending, processing or dead stay, and so do quarantined bodies. As long as a milestone has an open or dead event, its done
   * events stay too, because `isLate` depends on them.
   *
   * A duplicate of a deleted event counts as a new one, and `reconcile` reports a deleted event as missing. So keep events for
   * days, longer than the service or its operator could repeat one (HOOK-4).
   * @throws WebhookError with the code `configuration` if `olderThanInMs` is not a number of milliseconds.
   */
  prune(options: { olderThanInMs: number }): Promise<number>;
  /** Stops the processing, then closes files and connections. */
  close(): Promise<void>;
}

/**
 * The store that was opened is not the one that is there now: its database was replaced by an empty one, its file was removed. Whoever
 * meets the same loss again gets the same error.
 */
export class StoreLostError extends WebhookError {
  constructor(message: string, options?: ErrorOptions) {
    super('inbox', message, options);
  }
}

/** Some or all events of one status. */
export interface StatusCount {
  status: Exclude<EventStatus, 'done'> | 'quarantined';
  count: number;
  /** When the oldest of them arrived. Not needed for quarantined bodies. */
  oldest: Date | undefined;
}

/** What each kind of inbox implements. `createInbox` adds what they share. */
export interface InboxStore<Transaction>
  extends Pick<Inbox, 'insert' | 'quarantine' | 'discardQuarantined' | 'replay' | 'isPaused' | 'close'> {
  /** Where its events are, if others can open that as well: `place` is the same for them, and holds no secret. */
  shared?: { kind: string; place: string } | undefined;
  /**
   * Called before every method but `process` and `close`, again if it rejects or the store is lost, and never twice at a time.
   */
  open(): Promise<void>;
  /** Proves that an event could be stored. The store does not grow. */
  tryWriting(): Promise<void>;
  find(filter: EventFilter & { limit: number }): Promise<StoredEvent[]>;
  /**
   * Counts without reading what is done. A status without events may be left out, and the counts of a status are summed.
   */
  countByStatus(): Promise<StatusCount[]>;
  findQuarantined(limit: number): Promise<QuarantinedBody[]>;
  /** Pauses from now on, unless it is paused already. */
  pause(now: Date): Promise<void>;
  resume(now: Date): Promise<void>;
  /** Deletes up to `limit` prunable events (see `Inbox.prune`) that are older than `before`. Resolves with how many. */
  deleteDone(selection: { before: Date; limit: number }): Promise<number>;
  /** The attempts at its events. It is opened before each claim. */
  process(handle: HandleEvent<Transaction>, settings: ProcessingSettings): WorkSource;
  /** Converts what a method threw to an error that is safe to log. */
  toError(error: unknown): WebhookError;
}

const defaultLimit = 100;

/**
 * The place of each processing that this process has started and not stopped. It is global, because a server for development
 * evaluates this module again after an edit.
 */
const processedPlaces: unique symbol = Symbol.for('@escrow-kit/webhooks processed places');

function findProcessedPlaces(): Map<Processing, string> {
  const holder = globalThis as { [processedPlaces]?: Map<Processing, string> };
  holder[processedPlaces] ??= new Map();
  return holder[processedPlaces];
}

/** How many events one transaction deletes: few, so that events which arrive meanwhile are stored soon. */
const pruneBatch = 100;

const retentionIntervalInMs = 60_000;

/** The quarantine entry for a duplicate whose body differs from the stored one. */
export const differentBody = ({ key, rawBody, receivedAt }: IncomingEvent): QuarantinedBody => ({
  rawBody,
  reason: `The body differs from the one stored under the key ${key}.`,
  receivedAt,
});

/**
 * An inbox over a store. The first call opens the store; after a failure the next call tries again. `close` forbids another
 * `start`, stops the processing, and closes the store once the calls in progress have ended. Other calls work until the processing has
 * stopped, and reject after that.
 */
export function createInbox<Transaction>(store: InboxStore<Transaction>, now: () => Date): Inbox<Transaction> {
  let running: { loop: WorkLoop; processing: Processing } | undefined;
  let opening: Promise<void> | undefined;
  let closing: Promise<void> | undefined;
  let isClosed = false;
  /** The calls in progress. */
  const calls = new Set<Promise<unknown>>();

  /** Callers share one attempt. If it fails, the next caller starts another. */
  function open(): Promise<void> {
    opening ??= store.open().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  }

  /** Runs an operation on the open store. If that is lost, opens it again and runs the operation a second time. */
  async function attempt<Result>(operation: () => Promise<Result>): Promise<Result> {
    await open();
    try {
      return await operation();
    } catch (error) {
      if (!(store.toError(error) instanceof StoreLostError)) throw error;
      opening = undefined;
      await open();
      return operation();
    }
  }

  async function call<Result>(operation: () => Promise<Result>): Promise<Result> {
    if (isClosed) throw closedError();
    const result = attempt(operation);
    calls.add(result);
    try {
      return await result;
    } catch (error) {
      throw store.toError(error);
    } finally {
      calls.delete(result);
    }
  }

  /** Calls the store, and then has the processing look for what is due now. */
  async function change<Result>(operation: () => Promise<Result>): Promise<Result> {
    const result = await call(operation);
    running?.loop.wake();
    return result;
  }

  async function close(): Promise<void> {
    try {
      await running?.processing.stop();
    } finally {
      isClosed = true;
    }
    // Once a pool of node-postgres is closed, it no longer answers calls that wait for a connection.
    await Promise.allSettled([opening, ...calls]);
    await store.close();
  }

  const counts = (): Promise<InboxCounts> => call(async () => toCounts(await store.countByStatus(), now()));

  const find = (filter: EventFilter): Promise<StoredEvent[]> =>
    call(() => store.find({ ...filter, limit: filter.limit ?? defaultLimit }));

  /** Stops before its next batch when the signal aborts. */
  async function prune(olderThanInMs: number, signal?: AbortSignal): Promise<number> {
    const before = new Date(now().getTime() - olderThanInMs);
    if (!(olderThanInMs >= 0) || Number.isNaN(before.getTime())) {
      throw configurationError('prune: set olderThanInMs to 0 or more milliseconds.');
    }
    for (let total = 0; ; ) {
      const count = await call(() => store.deleteDone({ before, limit: pruneBatch }));
      total += count;
      if (count < pruneBatch || signal?.aborted) return total;
    }
  }

  /**
   * What a handler threw is reported as it is. Everything else comes from the store, whose loss is reported once, whatever meets it:
   * the next call or claim opens it again.
   */
  function createReport(onError: ProcessingSettings['onError']): ProcessingSettings['onError'] {
    let reportedLoss: unknown;
    return (thrown, failed) => {
      const error = failed ? thrown : store.toError(thrown);
      if (!(error instanceof StoreLostError)) return onError(error, failed);
      opening = undefined;
      if (error !== reportedLoss) onError(error);
      reportedLoss = error;
    };
  }

  /** Prunes now and at intervals. Returns what ends that. */
  function keepRetention(olderThanInMs: number, onError: ProcessingSettings['onError']): () => Promise<unknown> {
    const ending = new AbortController();
    const pruneOnce = () => prune(olderThanInMs, ending.signal).catch(onError);
    let pruning = pruneOnce();
    const timer = setInterval(() => {
      pruning = pruning.then(pruneOnce);
    }, retentionIntervalInMs);
    return () => {
      ending.abort();
      clearInterval(timer);
      return pruning;
    };
  }

  function start(handle: HandleEvent<Transaction>, options: ProcessingOptions): Processing {
    const filled = validateAndFill(options, now);
    const settings = { ...filled, onError: createReport(filled.onError) };
    const { retentionInMs, onError } = settings;
    const source = store.process(handle, settings);
    const loop = new WorkLoop(settings, {
      pollIntervalInMs: source.pollIntervalInMs,
      claim: (limit) => open().then(() => source.claim(limit)),
      close: () => source.close(),
    });
    const endRetention = retentionInMs === undefined ? undefined : keepRetention(retentionInMs, onError);
    const places = findProcessedPlaces();
    const processing: Processing = {
      async stop(stopOptions) {
        places.delete(processing);
        await Promise.all([loop.stop(stopOptions), endRetention?.()]);
        if (running?.processing === processing) running = undefined;
      },
    };
    running = { loop, processing };
    if (store.shared) {
      const { kind, place } = store.shared;
      if ([...places.values()].includes(place)) onError(processedTwiceError(kind));
      places.set(processing, place);
    }
    return processing;
  }

  return {
    ready: () => call(() => store.tryWriting()),
    insert: (incoming) => change(() => store.insert(incoming)),
    quarantine: (body) => call(() => store.quarantine(body)),
    start(handle, options = {}) {
      if (closing) throw closedError();
      if (running) throw configurationError('start: this inbox has already been started. Stop it first.');
      return start(handle, options);
    },
    find: (filter = {}) => find(filter),
    counts,
    drain: (options) => drain(counts, options),
    deadLetters: () => find({ status: 'dead' }),
    replay: (key) => change(() => store.replay(key)),
    pause: () => call(() => store.pause(now())),
    resume: () => change(() => store.resume(now())),
    isPaused: () => call(() => store.isPaused()),
    findQuarantined: (limit = defaultLimit) => call(() => store.findQuarantined(limit)),
    discardQuarantined: (body) => call(() => store.discardQuarantined(body)),
    prune: ({ olderThanInMs }) => prune(olderThanInMs),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

const closedError = (): WebhookError => new WebhookError('inbox', 'The inbox is closed. Open a new one.');

const processedTwiceError = (kind: string): WebhookError =>
  new WebhookError(
    'inbox',
    `start: another receiver in this process still handles the events of this ${kind} inbox. Await its stop() first. A development server starts one after each edit: keep the receiver on globalThis to stop it.`,
  );

const drainLimitInMs = 30_000;
const drainIntervalInMs = 20;

async function drain(
  counts: Inbox['counts'],
  { limitInMs = drainLimitInMs }: { limitInMs?: number } = {},
): Promise<void> {
  const endsAt = performance.now() + limitInMs;
  for (;;) {
    const { pending, processing } = await counts();
    if (pending + processing === 0) return;
    if (performance.now() >= endsAt) {
      throw new WebhookError(
        'inbox',
        `drain: after ${limitInMs} ms, ${pending} events are pending and ${processing} are processing. Start the receiver, and see lastError in find({ status: 'pending' }).`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, drainIntervalInMs));
  }
}

function toCounts(rows: readonly StatusCount[], now: Date): InboxCounts {
  const counts = { pending: 0, processing: 0, dead: 0, quarantined: 0 };
  let oldest = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    counts[row.status] += row.count;
    const isOpen = row.status === 'pending' || row.status === 'processing';
    if (isOpen && row.oldest) oldest = Math.min(oldest, row.oldest.getTime());
  }
  // Not negative if the clock was put back since the event arrived.
  const ageInMs = Math.max(0, now.getTime() - oldest);
  return { ...counts, oldestAgeInMs: Number.isFinite(oldest) ? ageInMs : undefined };
}

import { configurationError, WebhookError } from '../errors/webhook-error.ts';
import type { EventStatus, IncomingEvent, InsertOutcome, StoredEvent } from '../event/stored-event.ts';
import {
  type HandleEvent,
  type Processing,
  type ProcessingSettings,
  validateAndFill,
} from '../processing/processing.ts';
import { createWakeSignal } from '../processing/work-loop.ts';
import type { EventFilter, Inbox, InboxCounts, QuarantinedBody } from './inbox.ts';

/** Some or all events of one status. */
export interface StatusCount {
  status: Exclude<EventStatus, 'done'> | 'quarantined';
  count: number;
  /** When the oldest of them arrived. Not needed for quarantined bodies. */
  oldest: Date | undefined;
}

/** What a store needs to process its events. */
export interface ProcessOptions<Transaction> {
  handle: HandleEvent<Transaction>;
  settings: ProcessingSettings;
  /** Opens the store, unless it is open. */
  open: () => Promise<void>;
}

/** What each kind of inbox implements. `createInbox` adds what they share. */
export interface InboxStore<Transaction> {
  /** Called before every method but `process` and `close`, again if it rejects, and never twice at a time. */
  open(): Promise<void>;
  /** Proves that an event could be stored. The store does not grow. */
  tryWriting(): Promise<void>;
  insert(incoming: IncomingEvent): Promise<InsertOutcome>;
  quarantine(body: QuarantinedBody): Promise<void>;
  find(filter: EventFilter & { limit: number }): Promise<StoredEvent[]>;
  /**
   * Counts without reading what is done. A status without events may be left out, and the counts of a status are summed.
   */
  countByStatus(): Promise<StatusCount[]>;
  findQuarantined(limit: number): Promise<QuarantinedBody[]>;
  discardQuarantined(body: Pick<QuarantinedBody, 'rawBody' | 'reason'>): Promise<boolean>;
  replay(key: string): Promise<boolean>;
  isPaused(): Promise<boolean>;
  /** Pauses from now on, unless it is paused already. */
  pause(now: Date): Promise<void>;
  resume(now: Date): Promise<void>;
  /** Deletes up to `limit` prunable events (see `Inbox.prune`) that are older than `before`. Resolves with how many. */
  deleteDone(selection: { before: Date; limit: number }): Promise<number>;
  process(options: ProcessOptions<Transaction>): Processing;
  close(): Promise<void>;
  /** Converts what a method threw to an error that is safe to log. */
  toError(error: unknown): WebhookError;
  /** Whether what a method threw shows that another, empty store has taken the place of the one that was opened. */
  isLost?(error: unknown): boolean;
}

const defaultLimit = 100;

/** How many events one transaction deletes: few, so that events which arrive meanwhile are stored soon. */
const pruneBatch = 100;

const retentionIntervalInMs = 60_000;

interface PruneOptions {
  olderThanInMs: number;
  /** Whether to stop after the batch that is running. */
  isEnding?: () => boolean;
}

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
  let running: Processing | undefined;
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

  /** Runs an operation on the open store, and a second time if that is lost. */
  async function attempt<Result>(operation: () => Promise<Result>): Promise<Result> {
    await open();
    try {
      return await operation();
    } catch (error) {
      if (!store.isLost?.(error)) throw error;
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

  async function close(): Promise<void> {
    try {
      await running?.stop();
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

  async function prune({ olderThanInMs, isEnding = () => false }: PruneOptions): Promise<number> {
    const before = new Date(now().getTime() - olderThanInMs);
    if (!(olderThanInMs >= 0) || Number.isNaN(before.getTime())) {
      throw configurationError('prune: set olderThanInMs to the milliseconds for which to keep events, at least 0.');
    }
    for (let total = 0; ; ) {
      const count = await call(() => store.deleteDone({ before, limit: pruneBatch }));
      total += count;
      if (count < pruneBatch || isEnding()) return total;
    }
  }

  /** Prunes now and at intervals. Returns what ends that. */
  function keepRetention(olderThanInMs: number, onError: ProcessingSettings['onError']): () => Promise<void> {
    const ending = createWakeSignal();
    let isEnding = false;
    async function keep(): Promise<void> {
      while (!isEnding) {
        await prune({ olderThanInMs, isEnding: () => isEnding }).catch(onError);
        if (!isEnding) await ending.wait(retentionIntervalInMs);
      }
    }
    const keeping = keep();
    return () => {
      isEnding = true;
      ending.wake();
      return keeping;
    };
  }

  return {
    ready: () => call(() => store.tryWriting()),
    insert: (incoming) => call(() => store.insert(incoming)),
    quarantine: (body) => call(() => store.quarantine(body)),
    start(handle, options = {}) {
      if (closing) throw closedError();
      if (running) throw configurationError('start: this inbox is already being processed. Stop that first.');
      const given = validateAndFill(options, now);
      const onError: ProcessingSettings['onError'] = (error, failed) => {
        // The next claim opens it again.
        if (!failed && store.isLost?.((error as Error).cause)) opening = undefined;
        given.onError(error, failed);
      };
      const settings = { ...given, onError };
      const { retentionInMs } = settings;
      const processing = store.process({ handle, settings, open });
      const endRetention = retentionInMs === undefined ? undefined : keepRetention(retentionInMs, onError);
      const started: Processing = {
        async stop(stopOptions) {
          await Promise.all([processing.stop(stopOptions), endRetention?.()]);
          if (running === started) running = undefined;
        },
      };
      running = started;
      return started;
    },
    find: (filter = {}) => find(filter),
    counts,
    drain: (options) => drain(counts, options),
    deadLetters: () => find({ status: 'dead' }),
    replay: (key) => call(() => store.replay(key)),
    pause: () => call(() => store.pause(now())),
    resume: () => call(() => store.resume(now())),
    isPaused: () => call(() => store.isPaused()),
    findQuarantined: (limit = defaultLimit) => call(() => store.findQuarantined(limit)),
    discardQuarantined: (body) => call(() => store.discardQuarantined(body)),
    prune: ({ olderThanInMs }) => prune({ olderThanInMs }),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

const closedError = (): WebhookError => new WebhookError('inbox', 'The inbox is closed. Open a new one.');

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
        `drain: after ${limitInMs} ms ${pending} events wait and ${processing} are being handled. Start the receiver, and see the lastError of find({ status: 'pending' }).`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, drainIntervalInMs));
  }
}

function toCounts(rows: readonly StatusCount[], now: Date): InboxCounts {
  const counts = { pending: 0, processing: 0, dead: 0, quarantined: 0 };
  for (const { status, count } of rows) counts[status] += count;
  const oldest = rows
    .filter(({ status }) => status === 'pending' || status === 'processing')
    .flatMap((row) => row.oldest?.getTime() ?? [])
    // A call of `Math.min` takes no more arguments than the stack holds.
    .reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  // Not negative if the clock was put back since the event arrived.
  const ageInMs = Math.max(0, now.getTime() - oldest);
  return { ...counts, oldestAgeInMs: Number.isFinite(oldest) ? ageInMs : undefined };
}

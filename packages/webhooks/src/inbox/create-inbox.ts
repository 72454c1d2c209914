import { configurationError, WebhookError } from '../errors.ts';
import {
  completeSettings,
  type HandleEvent,
  type Processing,
  type ProcessingSettings,
} from '../processing/processing.ts';
import type { EventStatus, IncomingEvent, InsertOutcome, StoredEvent } from '../stored-event.ts';
import type { EventFilter, Inbox, InboxCounts, QuarantinedBody } from './inbox.ts';

/** How many events of one status there are. */
export interface StatusCount {
  status: EventStatus | 'quarantined';
  count: number;
  /** When the oldest of them arrived. Not needed for quarantined bodies. */
  oldest: Date | undefined;
}

/** What is different about each kind of inbox. `createInbox` adds what all of them share. */
export interface InboxStore<Transaction> {
  insert(incoming: IncomingEvent): Promise<InsertOutcome>;
  quarantine(body: QuarantinedBody): Promise<void>;
  find(filter: EventFilter & { limit: number }): Promise<StoredEvent[]>;
  /** A status without events may be left out. */
  countByStatus(): Promise<StatusCount[]>;
  findQuarantined(limit: number): Promise<QuarantinedBody[]>;
  replay(key: string): Promise<boolean>;
  process(handle: HandleEvent<Transaction>, settings: ProcessingSettings): Processing;
  close(): Promise<void>;
  /** What a method threw, as an error that is safe to log. */
  toError(error: unknown): WebhookError;
}

const defaultLimit = 100;

/** The quarantine entry for a duplicate whose body differs from the stored one. */
export const differentBody = ({ key, rawBody, receivedAt }: IncomingEvent): QuarantinedBody => ({
  rawBody,
  reason: `The body differs from the one stored under the key ${key}.`,
  receivedAt,
});

/** An inbox over a store. It works until its `close` has ended, and then rejects everything but another `close`. */
export function createInbox<Transaction>(store: InboxStore<Transaction>, now: () => Date): Inbox<Transaction> {
  let running: Processing | undefined;
  let closing: Promise<void> | undefined;
  let isClosed = false;

  async function call<Result>(operation: () => Promise<Result>): Promise<Result> {
    if (isClosed) throw closedError();
    try {
      return await operation();
    } catch (error) {
      throw store.toError(error);
    }
  }

  async function close(): Promise<void> {
    await running?.stop();
    await store.close();
  }

  const counts = (): Promise<InboxCounts> => call(async () => toCounts(await store.countByStatus(), now()));

  const find = (filter: EventFilter): Promise<StoredEvent[]> =>
    call(() => store.find({ ...filter, limit: filter.limit ?? defaultLimit }));

  return {
    insert: (incoming) => call(() => store.insert(incoming)),
    quarantine: (body) => call(() => store.quarantine(body)),
    start(handle, options = {}) {
      if (closing) throw closedError();
      if (running) throw configurationError('start: this inbox is already being processed. Stop that first.');
      const processing = store.process(handle, completeSettings(options, now));
      running = processing;
      return {
        async stop(stopOptions) {
          await processing.stop(stopOptions);
          if (running === processing) running = undefined;
        },
      };
    },
    find: (filter = {}) => find(filter),
    counts,
    drain: (options) => drain(counts, options),
    deadLetters: () => find({ status: 'dead' }),
    replay: (key) => call(() => store.replay(key)),
    findQuarantined: (limit = defaultLimit) => call(() => store.findQuarantined(limit)),
    close() {
      closing ??= close().finally(() => {
        isClosed = true;
      });
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
        `drain: after ${limitInMs} ms ${pending} events wait and ${processing} are with a handler. Start the receiver, and see the lastError of find({ status: 'pending' }).`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, drainIntervalInMs));
  }
}

function toCounts(rows: readonly StatusCount[], now: Date): InboxCounts {
  const counts = { pending: 0, processing: 0, done: 0, dead: 0, quarantined: 0 };
  for (const { status, count } of rows) counts[status] = count;
  const oldest = rows
    .filter(({ status }) => status === 'pending' || status === 'processing')
    .flatMap((row) => row.oldest?.getTime() ?? []);
  // An event that arrived before the clock was put back is not older than now.
  const ageInMs = Math.max(0, now.getTime() - Math.min(...oldest));
  return { ...counts, oldestAgeInMs: oldest.length > 0 ? ageInMs : undefined };
}

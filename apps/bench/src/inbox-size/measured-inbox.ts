/** The process of one store: it opens it, measures one round, closes it, and sends the times. */
import { eventKey, type Inbox, parseEvent } from '@escrow-kit/webhooks';
import { createPostgresInbox } from '@escrow-kit/webhooks/postgres';
import { createSqliteInbox } from '@escrow-kit/webhooks/sqlite';

/** Times in milliseconds by what was measured, and memory in megabytes. */
export type Figures = Record<string, number[]>;

/** `pruneBefore` is the time before which done events are deleted, in milliseconds since 1970. Default: all are. */
interface Round {
  pruneBefore?: number;
}

const alone = 200;
const together = 800;
/** Fewer than there are: the processing may have begun some more before it stopped. */
const handledTogether = 700;
const reads = 20;
/** Beyond the times of all retries, so that none is brought forward. */
const longestDelayInMs = 36_000_000;

const [kind, address = ''] = process.argv.slice(2);
const openInbox = (): Inbox =>
  (kind === 'SQLite' ? createSqliteInbox({ path: address }) : createPostgresInbox({ connection: address })) as Inbox;

async function measure({ pruneBefore }: Round): Promise<Figures> {
  const inbox = openInbox();
  await inbox.ready();
  const figures: Figures = {};
  figures['insert, one by one'] = await timesOf(alone, () => insertNew(inbox));
  const [burst = 0] = await timesOf(1, () => Promise.all(Array.from({ length: together }, () => insertNew(inbox))));
  figures['insert, 800 at once: per event'] = [burst / together];
  figures['counts'] = await timesOf(reads, () => inbox.counts());
  for (const status of ['dead', 'pending', 'done'] as const) {
    figures[`find ${status}`] = await timesOf(reads, () => inbox.find({ status, limit: 1 }));
  }
  const [first = 0, ...others] = await handle(inbox, { count: alone, concurrency: 1 });
  figures['start to the first handler'] = [first];
  figures['claim and done, one by one'] = others;
  const times = await handle(inbox, { count: handledTogether, concurrency: 10 });
  figures['claim and done, 10 at once: per event'] = [meanOf(times.slice(1))];
  await measurePrune(inbox, figures, pruneBefore);
  figures['memory'] = [process.memoryUsage.rss() / 1_048_576];
  await inbox.close();
  return figures;
}

/** Prunes while events arrive one by one. */
async function measurePrune(inbox: Inbox, figures: Figures, before = Date.now()): Promise<void> {
  let isPruning = true;
  const inserting = (async () => {
    const times: number[] = [];
    while (isPruning) times.push(...(await timesOf(1, () => insertNew(inbox))));
    return times;
  })();
  const beganAt = performance.now();
  const count = await inbox.prune({ olderThanInMs: Date.now() - before });
  const tookInMs = performance.now() - beganAt;
  isPruning = false;
  figures['insert while pruning'] = await inserting;
  figures['prune: per event'] = [tookInMs / count];
  figures['prune without anything old'] = await timesOf(3, () => inbox.prune({ olderThanInMs: 365 * 86_400_000 }));
}

let inserted = 0;

async function insertNew(inbox: Inbox): Promise<void> {
  inserted += 1;
  const contractId = `n${crypto.randomUUID()}`;
  const rawBody = JSON.stringify({ status: 'PAID', contractId, referenceId: `reference-${inserted}` });
  const event = parseEvent(rawBody);
  if (!event) throw new Error('No event.');
  await inbox.insert({ key: await eventKey(event, rawBody), event, rawBody, receivedAt: new Date() });
}

const meanOf = (times: number[]): number => times.reduce((one, other) => one + other, 0) / times.length;

async function timesOf(count: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let call = 0; call < count; call += 1) {
    const beganAt = performance.now();
    await work();
    times.push(performance.now() - beganAt);
  }
  return times;
}

/** Handles some events. Resolves with the time from each handler's start to the next one's, the first one since `start`. */
async function handle(inbox: Inbox, { count, concurrency }: { count: number; concurrency: number }): Promise<number[]> {
  const times: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let lastAt = performance.now();
  const processing = inbox.start(
    () => {
      const now = performance.now();
      times.push(now - lastAt);
      lastAt = now;
      if (times.length === count) resolve();
    },
    { concurrency, longestDelayInMs },
  );
  await promise;
  await processing.stop();
  return times.slice(0, count);
}

process.on('message', async (round: Round) => process.send?.(await measure(round)));
process.on('disconnect', () => process.exit());

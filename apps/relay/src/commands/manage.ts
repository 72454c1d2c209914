import type { Inbox, StoredEvent } from '@escrow-kit/webhooks';
import { RelayError } from '../errors/relay-error.ts';
import { type GivenOptions, readStoreOptions } from '../options/command-options.ts';
import { printable, statusOnTheWire } from '../output/news.ts';
import { openStores } from '../stores/open-stores.ts';

/** Options of the commands that look into the stores and steer them. */
export interface ManageOptions extends GivenOptions {
  target?: string;
  json?: boolean;
  status?: StoredEvent['status'];
  /** How many events of each status. Default: 100. */
  limit?: number;
  dead?: boolean;
}

/** The store of a target. */
interface OpenStore {
  target: string;
  inbox: Inbox;
}

/** Opens the stores of one target or of all, runs work on them, and closes them. */
async function withStores<Result>(
  given: ManageOptions,
  work: (stores: readonly OpenStore[]) => Promise<Result>,
): Promise<Result> {
  const stores = openStores(readStoreOptions(given), () => new Date());
  const known = await stores.targets();
  const wanted = known.filter((name) => given.target === undefined || name === given.target);
  if (wanted.length === 0) {
    const target = given.target === undefined ? 'target' : `target ${given.target}`;
    const remedy =
      known.length > 0 ? `has ${known.join(', ')}` : "is empty: name the relay's own with --store or --database-url";
    throw new RelayError(`There is no ${target} in this store. It ${remedy}.`);
  }
  await using opened = new AsyncDisposableStack();
  const open: OpenStore[] = [];
  for (const target of wanted) {
    open.push({ target, inbox: opened.adopt(await stores.open(target), (inbox) => inbox.close()) });
  }
  return await work(open);
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Lists what waits and what is dead, of each target. */
export function list(given: ManageOptions): Promise<void> {
  const { status, limit = 100, json } = given;
  return withStores(given, async (stores) => {
    for (const store of stores) {
      const listed = await listStore(store, { limit, ...(status && { statuses: [status] }) });
      for (const line of json ? [JSON.stringify(listed)] : toLines(listed)) print(line);
      for (const line of describeOmitted(listed, limit)) process.stderr.write(`${line}\n`);
    }
  });
}

/** Reads what a store holds: its counts, and the first events of each status, in order of arrival. */
async function listStore(
  { target, inbox }: OpenStore,
  { statuses = ['dead', 'processing', 'pending'], limit }: { statuses?: StoredEvent['status'][]; limit: number },
) {
  const events = await Promise.all(statuses.map((status) => inbox.find({ status, limit })));
  const isPaused = await inbox.isPaused();
  const counts = await inbox.counts();
  const bodies = await inbox.findQuarantined(limit);
  return {
    target,
    isPaused,
    ...counts,
    events: events.flat().map(toRecord),
    quarantine: bodies.map(({ reason, receivedAt }) => ({ reason, receivedAt })),
  };
}

function toLines(listed: Awaited<ReturnType<typeof listStore>>): string[] {
  const { target, pending, processing, dead, quarantined, oldestAgeInMs, isPaused, events, quarantine } = listed;
  const oldest = oldestAgeInMs === undefined ? '' : `, the oldest ${Math.round(oldestAgeInMs / 1_000)} s`;
  const counts = `${pending + processing} wait${oldest}; ${dead} dead; ${quarantined} quarantined`;
  return [
    `${target}: ${counts}${isPaused ? '; paused' : ''}`,
    ...events.map((event) => `  ${printable(toLine(event))}`),
    ...quarantine.map(({ reason, receivedAt }) => `  quarantined ${receivedAt.toISOString()} ${printable(reason)}`),
  ];
}

/** Says what the limit left out. How many are done is not counted. */
function describeOmitted(listed: Awaited<ReturnType<typeof listStore>>, limit: number): string[] {
  const { target, events, quarantine } = listed;
  const shown = { ...Object.groupBy(events, ({ status }) => status), quarantined: quarantine };
  return Object.entries(shown)
    .filter(([, { length }]) => length === limit)
    .flatMap(([status, { length }]) => {
      if (status === 'done') return `${target}: the first ${length} done; --limit lists more`;
      const total = listed[status as Exclude<keyof typeof shown, 'done'>];
      return total > length ? `${target}: ${length} of ${total} ${status}; --limit ${total} lists all` : [];
    });
}

/** What may be shown of an event: not its body, which may name people. */
const toRecord = ({ key, event, status, attempts, receivedAt, retryAt, handledAt, lastError }: StoredEvent) => ({
  webhookId: key,
  event: statusOnTheWire(event),
  milestoneId: event.milestoneId,
  referenceId: event.referenceId,
  status,
  attempts,
  receivedAt,
  retryAt,
  handledAt,
  // Of an event that arrived in the end, nobody has to know.
  lastError: status === 'done' ? undefined : lastError,
});

function toLine(listed: ReturnType<typeof toRecord>): string {
  const { webhookId, event, milestoneId = '', referenceId = '', status, attempts, retryAt, lastError } = listed;
  const next = retryAt ? `, next ${retryAt.toISOString()}` : '';
  const error = lastError === undefined ? '' : ` (${lastError})`;
  return `${status.padEnd(10)} ${event} ${milestoneId} ${referenceId} ${attempts} attempts${next}${error} ${webhookId}`;
}

/** Shows the event with a `webhook-id` in each store. */
export function show(given: ManageOptions, id = ''): Promise<void> {
  return withStores(given, async (stores) => {
    const found = await Promise.all(
      stores.map(async ({ target, inbox }) =>
        (await inbox.find({ key: id })).map((event) => ({ target, ...toRecord(event) })),
      ),
    );
    if (found.flat().length === 0) throw new RelayError('No event has this webhook-id. escrow-relay list shows them.');
    for (const event of found.flat()) print(JSON.stringify(event, undefined, given.json ? 0 : 2));
  });
}

/** Makes one dead event, or all of them, pending again. */
export function replay(given: ManageOptions, id?: string): Promise<void> {
  if ((id === undefined) === (given.dead !== true))
    throw new RelayError('Name one webhook-id, or give --dead for all dead events.');
  return withStores(given, async (stores) => {
    const count = await sumOver(stores, async ({ inbox }) =>
      id === undefined ? replayDead(inbox) : Number(await inbox.replay(id)),
    );
    if (id !== undefined && count === 0) {
      throw new RelayError('No dead event has this webhook-id. escrow-relay list shows them.');
    }
    print(`${count} ${count === 1 ? 'event is' : 'events are'} forwarded again.`);
  });
}

/** Replays the dead events page by page, and resolves with how many. Events that die again meanwhile stay dead. */
async function replayDead(inbox: Inbox): Promise<number> {
  const { dead } = await inbox.counts();
  let count = 0;
  while (count < dead) {
    const page = await inbox.deadLetters();
    if (page.length === 0) break;
    for (const { key } of page) count += Number(await inbox.replay(key));
  }
  return count;
}

/** Deletes the quarantined bodies. */
export function discard(given: ManageOptions): Promise<void> {
  return withStores(given, async (stores) => {
    const count = await sumOver(stores, ({ inbox }) => discardQuarantined(inbox));
    print(`${count} ${count === 1 ? 'quarantined body is' : 'quarantined bodies are'} deleted.`);
  });
}

/** Deletes the quarantined bodies page by page, and resolves with how many. One that was damaged in the store stays. */
async function discardQuarantined(inbox: Inbox): Promise<number> {
  for (let count = 0; ; ) {
    let deleted = 0;
    for (const body of await inbox.findQuarantined()) deleted += Number(await inbox.discardQuarantined(body));
    if (deleted === 0) return count;
    count += deleted;
  }
}

async function sumOver(stores: readonly OpenStore[], count: (store: OpenStore) => Promise<number>): Promise<number> {
  const counts = await Promise.all(stores.map(count));
  return counts.reduce((sum, each) => sum + each, 0);
}

/** Pauses a target, or all. */
export const pause = (given: ManageOptions, target?: string): Promise<void> =>
  steer({ ...given, ...(target !== undefined && { target }) }, 'pause', 'is paused; events are stored');

/** Ends a pause. */
export const resume = (given: ManageOptions, target?: string): Promise<void> =>
  steer({ ...given, ...(target !== undefined && { target }) }, 'resume', 'forwards again');

const steer = (given: ManageOptions, change: 'pause' | 'resume', state: string): Promise<void> =>
  withStores(given, async (stores) => {
    for (const { target, inbox } of stores) {
      await inbox[change]();
      print(`${target} ${state}.`);
    }
  });

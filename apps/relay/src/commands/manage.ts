import { webhookIdOf } from '@escrow-kit/shared/standard-webhooks';
import type { Inbox, StoredEvent } from '@escrow-kit/webhooks';
import { RelayError } from '../errors/relay-error.ts';
import { type GivenOptions, readStoreOptions } from '../options/command-options.ts';
import { printable } from '../output/printable.ts';
import { statusOnTheWire } from '../output/status-on-the-wire.ts';
import { discardQuarantined } from '../stores/discard-quarantined.ts';
import { findEvent } from '../stores/find-event.ts';
import { openStores } from '../stores/open-stores.ts';
import { replayDead } from '../stores/replay-dead.ts';

/** Options of the commands that look into the stores and steer them. */
export interface ManageOptions extends GivenOptions {
  target?: string;
  json?: boolean;
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
    const names =
      known.length > 0
        ? `It has ${known.join(', ')}.`
        : "It is empty: name the relay's own with --store or --database-url.";
    throw new RelayError(
      given.target === undefined
        ? `There is no target in this store. ${names}`
        : `There is no target ${given.target} in this store. ${names}`,
    );
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
export function list(given: ManageOptions & { status?: StoredEvent['status']; limit: number }): Promise<void> {
  return withStores(given, async (stores) => {
    for (const store of stores) {
      const listed = await listStore(store, given);
      for (const line of given.json ? [JSON.stringify(listed)] : toLines(listed)) print(line);
      for (const line of describeOmitted(listed, given.limit)) process.stderr.write(`${line}\n`);
    }
  });
}

async function listStore(
  { target, inbox }: OpenStore,
  { status, limit }: { status?: StoredEvent['status']; limit: number },
) {
  const statuses = status ? [status] : (['dead', 'processing', 'pending'] as const);
  const events = await Promise.all(statuses.map((each) => inbox.find({ status: each, limit })));
  const bodies = await inbox.findQuarantined(limit);
  return {
    target,
    isPaused: await inbox.isPaused(),
    ...(await inbox.counts()),
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
  key,
  webhookId: webhookIdOf(key),
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
  const { key, event, milestoneId = '', status, attempts, retryAt, lastError } = listed;
  const next = retryAt ? `, next ${retryAt.toISOString()}` : '';
  const error = lastError === undefined ? '' : ` (${lastError})`;
  return `${status.padEnd(10)} ${event} ${milestoneId} ${attempts} attempts${next}${error} ${key}`;
}

/** Shows the event of a key or `webhook-id` in each store. */
export function show(id: string, given: ManageOptions): Promise<void> {
  return withStores(given, async (stores) => {
    const found = await Promise.all(
      stores.map(async ({ target, inbox }) => {
        const event = await findEvent(inbox, id);
        return event ? [{ target, ...toRecord(event) }] : [];
      }),
    );
    if (found.flat().length === 0)
      throw new RelayError('There is no event with this key or webhook-id. escrow-relay list --json shows both.');
    for (const event of found.flat()) print(JSON.stringify(event, undefined, given.json ? 0 : 2));
  });
}

/** Makes one dead event, or all of them, pending again. */
export function replay(id: string | undefined, given: ManageOptions & { dead?: boolean }): Promise<void> {
  if ((id === undefined) === (given.dead !== true))
    throw new RelayError('Name one key or webhook-id, or give --dead for all dead events.');
  return withStores(given, async (stores) => {
    const count = await sumOver(stores, async ({ inbox }) =>
      id === undefined ? replayDead(inbox) : replayOne(inbox, id),
    );
    if (id !== undefined && count === 0) {
      throw new RelayError('No dead event has this key or webhook-id. escrow-relay list --json shows both.');
    }
    print(`${count} ${count === 1 ? 'event is' : 'events are'} forwarded again.`);
  });
}

async function replayOne(inbox: Inbox, id: string): Promise<number> {
  const event = await findEvent(inbox, id, { status: 'dead' });
  return Number(event !== undefined && (await inbox.replay(event.key)));
}

/** Deletes the quarantined bodies. */
export function discard(given: ManageOptions): Promise<void> {
  return withStores(given, async (stores) => {
    const count = await sumOver(stores, ({ inbox }) => discardQuarantined(inbox));
    print(`${count} ${count === 1 ? 'quarantined body is' : 'quarantined bodies are'} deleted.`);
  });
}

async function sumOver(stores: readonly OpenStore[], count: (store: OpenStore) => Promise<number>): Promise<number> {
  const counts = await Promise.all(stores.map(count));
  return counts.reduce((sum, each) => sum + each, 0);
}

/** Pauses a target, or all. */
export const pause = (target: string | undefined, given: ManageOptions): Promise<void> =>
  setPaused(target, given, (inbox) => inbox.pause(), 'is paused; events are stored');

/** Ends a pause. */
export const resume = (target: string | undefined, given: ManageOptions): Promise<void> =>
  setPaused(target, given, (inbox) => inbox.resume(), 'forwards again');

const setPaused = (
  target: string | undefined,
  given: ManageOptions,
  change: (inbox: Inbox) => Promise<void>,
  state: string,
): Promise<void> =>
  withStores({ ...given, ...(target !== undefined && { target }) }, async (stores) => {
    for (const store of stores) {
      await change(store.inbox);
      print(`${store.target} ${state}.`);
    }
  });

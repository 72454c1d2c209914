import type { Inbox, StoredEvent } from '@escrow-kit/webhooks';
import { RelayError } from '../errors/relay-error.ts';
import { webhookIdOf } from '../forward/standard-webhooks.ts';
import { type GivenOptions, readStoreOptions } from '../options/command-options.ts';
import { printable } from '../output/printable.ts';
import { statusOnTheWire } from '../output/status-on-the-wire.ts';
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
export function list(given: ManageOptions & { status?: StoredEvent['status'] }): Promise<void> {
  return withStores(given, async (stores) => {
    for (const store of stores) {
      const listed = await listStore(store, given.status);
      for (const line of given.json ? [JSON.stringify(listed)] : toLines(listed)) print(line);
    }
  });
}

async function listStore({ target, inbox }: OpenStore, status?: StoredEvent['status']) {
  const statuses = status ? [status] : (['dead', 'processing', 'pending'] as const);
  const events = await Promise.all(statuses.map((each) => inbox.find({ status: each })));
  const bodies = await inbox.findQuarantined();
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
    ...quarantine.map(({ reason, receivedAt }) => `  quarantined ${receivedAt.toISOString()} ${reason}`),
  ];
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

/** Shows the event of a key in each store. */
export function show(key: string, given: ManageOptions): Promise<void> {
  return withStores(given, async (stores) => {
    const found = await Promise.all(
      stores.map(async ({ target, inbox }) =>
        (await inbox.find({ key })).map((event) => ({ target, ...toRecord(event) })),
      ),
    );
    if (found.flat().length === 0)
      throw new RelayError('There is no event with this key. escrow-relay list shows the keys.');
    for (const event of found.flat()) print(JSON.stringify(event, undefined, given.json ? 0 : 2));
  });
}

/** Makes one dead event, or all of them, pending again. */
export function replay(key: string | undefined, given: ManageOptions & { dead?: boolean }): Promise<void> {
  if ((key === undefined) === (given.dead !== true))
    throw new RelayError('Name one key, or give --dead for all dead events.');
  return withStores(given, async (stores) => {
    const counts = await Promise.all(
      stores.map(async ({ inbox }) => (key === undefined ? replayDead(inbox) : Number(await inbox.replay(key)))),
    );
    const count = counts.reduce((sum, each) => sum + each, 0);
    if (key !== undefined && count === 0) {
      throw new RelayError('No dead event has this key. escrow-relay list shows those that have.');
    }
    print(`${count} ${count === 1 ? 'event is' : 'events are'} forwarded again.`);
  });
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

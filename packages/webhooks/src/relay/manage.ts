import { CommandLineError } from '@escrow-kit/shared/command-line';
import type { EventStatus, StoredEvent } from '../event.ts';
import type { Inbox, InboxCounts } from '../inbox/inbox.ts';
import { printable, statusOnTheWire } from './output.ts';
import { openStore, type StoreOptions } from './store.ts';

/** Options of the commands that read and change the store of a relay, whether it runs or not. */
export interface ManageOptions {
  store: StoreOptions;
  /** The argument of the command, a `webhook-id`. */
  key?: string | undefined;
  json?: boolean;
  status?: EventStatus;
  /** How many events of each status. Default: 100. */
  limit?: number;
  dead?: boolean;
}

/** Opens the store, runs work on it, and closes it. */
async function withInbox({ store }: ManageOptions, work: (inbox: Inbox) => Promise<void>): Promise<void> {
  const inbox = await openStore(store, { mustExist: true });
  await work(inbox).finally(() => inbox.close());
}

const whereIdsAre = 'escrow-webhooks relay list shows the IDs.';
const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** Lists waiting and dead events: the counts, and the first events of each status in order of arrival. */
export const list = (given: ManageOptions): Promise<void> =>
  withInbox(given, async (inbox) => {
    const { limit = 100, status, json } = given;
    const statuses: EventStatus[] = status ? [status] : ['dead', 'processing', 'pending'];
    const events = await Promise.all(statuses.map((each) => inbox.find({ status: each, limit })));
    const bodies = await inbox.findQuarantined(limit);
    const quarantine = bodies.map(({ reason, receivedAt }) => ({ reason, receivedAt }));
    const bodyLines = bodies.map((body) => printable(`  quarantined ${body.receivedAt.toISOString()} ${body.reason}`));
    const counts = await inbox.counts();
    if (json) print(JSON.stringify({ ...counts, events: events.flat().map(toRecord), quarantine }));
    else print([describe(counts), ...events.flat().map(toLine), ...bodyLines].join('\n'));
    if ([...events, bodies].some(({ length }) => length === limit)) {
      process.stderr.write(`Only ${limit} of each status are listed. Set --limit to list more.\n`);
    }
  });

function describe({ pending, processing, dead, quarantined, oldestAgeInMs }: InboxCounts): string {
  const oldest = oldestAgeInMs === undefined ? '' : `, the oldest for ${Math.round(oldestAgeInMs / 1_000)} s`;
  return `${pending + processing} waiting${oldest}; ${dead} dead; ${quarantined} quarantined`;
}

/** The public data of an event: without its body, which may contain personal data. */
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
  // Irrelevant once the event has been accepted.
  lastError: status === 'done' ? undefined : lastError,
});

function toLine(stored: StoredEvent): string {
  const { webhookId, event, milestoneId = '', referenceId = '', status, attempts, ...last } = toRecord(stored);
  const next = last.retryAt ? `, next ${last.retryAt.toISOString()}` : '';
  const error = last.lastError === undefined ? '' : ` (${last.lastError})`;
  const name = `${event} ${milestoneId} ${referenceId}`;
  return printable(`  ${status.padEnd(10)} ${name} attempts: ${attempts}${next}${error} ${webhookId}`);
}

/** Shows the event with a `webhook-id`. */
export const show = (given: ManageOptions): Promise<void> =>
  withInbox(given, async (inbox) => {
    const [event] = await inbox.find({ key: given.key ?? '' });
    if (!event) throw new CommandLineError(`No event has this webhook-id. ${whereIdsAre}`);
    print(JSON.stringify(toRecord(event), undefined, given.json ? 0 : 2));
  });

/** Makes one dead event, or all of them, pending again. */
export function replay(given: ManageOptions): Promise<void> {
  const { key, dead = false } = given;
  if ((key === undefined) !== dead) {
    throw new CommandLineError('Name one webhook-id, or set --dead to replay all dead events.');
  }
  return withInbox(given, async (inbox) => {
    const count = key === undefined ? await replayDead(inbox) : Number(await inbox.replay(key));
    if (key !== undefined && count === 0) {
      throw new CommandLineError(`No dead event has this webhook-id. ${whereIdsAre}`);
    }
    print(`Replayed ${count} event${count === 1 ? '' : 's'}.`);
  });
}

/** Replays the dead events page by page, and resolves with how many. Events that die again meanwhile stay dead. */
async function replayDead(inbox: Inbox): Promise<number> {
  const { dead } = await inbox.counts();
  let count = 0;
  for (let page = await inbox.deadLetters(); count < dead && page.length > 0; page = await inbox.deadLetters()) {
    for (const { key } of page) count += Number(await inbox.replay(key));
  }
  return count;
}

/** Deletes the quarantined bodies. One that was damaged in the store stays. */
export const discard = (given: ManageOptions): Promise<void> =>
  withInbox(given, async (inbox) => {
    const { quarantined } = await inbox.counts();
    let count = 0;
    for (const body of await inbox.findQuarantined(quarantined)) count += Number(await inbox.discardQuarantined(body));
    print(`Deleted ${count} quarantined ${count === 1 ? 'body' : 'bodies'}.`);
  });

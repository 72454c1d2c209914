import type { Inbox, InboxCounts, StoredEvent } from '@escrow-kit/webhooks';

/** What a store holds. */
export interface StoreContent extends InboxCounts {
  isPaused: boolean;
  /** The first ones of each status, in order of arrival. */
  events: StoredEvent[];
}

/** Reads the counts of a store, and its events of these statuses. */
export async function readStore(
  inbox: Inbox,
  { statuses = ['dead', 'processing', 'pending'], limit }: { statuses?: StoredEvent['status'][]; limit: number },
): Promise<StoreContent> {
  const events = await Promise.all(statuses.map((status) => inbox.find({ status, limit })));
  return { isPaused: await inbox.isPaused(), ...(await inbox.counts()), events: events.flat() };
}

/** Replays the dead events page by page, and resolves with how many. Events that die again meanwhile stay dead. */
export async function replayDead(inbox: Inbox): Promise<number> {
  const { dead } = await inbox.counts();
  let count = 0;
  while (count < dead) {
    const page = await inbox.deadLetters();
    if (page.length === 0) break;
    for (const { key } of page) count += Number(await inbox.replay(key));
  }
  return count;
}

/** Deletes the quarantined bodies page by page, and resolves with how many. One that was damaged in the store stays. */
export async function discardQuarantined(inbox: Inbox): Promise<number> {
  for (let count = 0; ; ) {
    let deleted = 0;
    for (const body of await inbox.findQuarantined()) deleted += Number(await inbox.discardQuarantined(body));
    if (deleted === 0) return count;
    count += deleted;
  }
}

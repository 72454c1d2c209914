import { webhookIdOf } from '@escrow-kit/shared/standard-webhooks';
import type { Inbox, StoredEvent } from '@escrow-kit/webhooks';

/** How many events are in memory at a time. */
const pageSize = 200;

/** Finds an event by its key, or by its `webhook-id`, which no store has: so it reads the events until it is found. */
export async function findEvent(
  inbox: Inbox,
  id: string,
  filter: { status?: StoredEvent['status'] } = {},
): Promise<StoredEvent | undefined> {
  if (!id.startsWith('evt_')) return (await inbox.find({ ...filter, key: id }))[0];
  let page = await inbox.find({ ...filter, limit: pageSize });
  for (;;) {
    const found = page.find(({ key }) => webhookIdOf(key) === id);
    const after = page.at(-1)?.key;
    if (found || after === undefined) return found;
    page = await inbox.find({ ...filter, limit: pageSize, after });
  }
}

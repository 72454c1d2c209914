import type { Inbox } from '@escrow-kit/webhooks';

/** Deletes the quarantined bodies page by page, and resolves with how many. One that was damaged in the store stays. */
export async function discardQuarantined(inbox: Inbox): Promise<number> {
  for (let count = 0; ; ) {
    let deleted = 0;
    for (const body of await inbox.findQuarantined()) deleted += Number(await inbox.discardQuarantined(body));
    if (deleted === 0) return count;
    count += deleted;
  }
}

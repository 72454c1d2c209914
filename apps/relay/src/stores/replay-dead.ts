import type { Inbox } from '@escrow-kit/webhooks';

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

import { webhookIdOf } from '@escrow-kit/shared/standard-webhooks';
import type { Inbox } from '@escrow-kit/webhooks';
import type { Target } from './target.ts';

/**
 * An inbox whose events are stored for every target, each under its `webhook-id`, by which its endpoint names it. `insert` resolves once
 * all have committed; if one fails, it rejects, so that the service sends the event again, and a target that has it already keeps the
 * one it has. A body without an event has no target: it is quarantined in the first store.
 */
export function createFanOut(targets: readonly [Target, ...Target[]]): Inbox {
  const [first] = targets;
  return {
    ...first.inbox,
    async insert(incoming) {
      const named = { ...incoming, key: webhookIdOf(incoming.key) };
      const settled = await Promise.allSettled(targets.map(({ inbox }) => inbox.insert(named)));
      for (const result of settled) if (result.status === 'rejected') throw result.reason;
      return settled.some((result) => result.status === 'fulfilled' && result.value === 'stored')
        ? 'stored'
        : 'duplicate';
    },
  };
}

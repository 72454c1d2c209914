import { webhookIdOf } from '@escrow-kit/shared/standard-webhooks';
import type { ContractEvent, Inbox } from '@escrow-kit/webhooks';
import { attemptTimeoutInMs, type Forward } from '../forward/create-forwarder.ts';
import { createRetryPlan, isOutage, longestDelayInMs } from '../forward/plan-retry.ts';
import type { TellNews } from '../output/news.ts';

/** For how long forwarded events are kept. Our choice: not shown. */
const retentionInMs = 30 * 24 * 3_600_000;

/** A target with its store. */
export interface Target {
  name: string;
  inbox: Inbox;
  /** Starts to forward what is stored, until the inbox is closed. */
  start(): void;
}

interface TargetParts {
  name: string;
  inbox: Inbox;
  /** How many events are forwarded at the same time, each of another milestone. */
  concurrency: number;
  forward: Forward;
  tell: TellNews;
}

export function createTarget({ name: target, inbox, concurrency, forward, tell }: TargetParts): Target {
  /** What is being attempted, for the news of a failure, by key. */
  const attempted = new Map<string, ContractEvent>();
  return {
    name: target,
    inbox,
    start() {
      inbox.start(
        async (event, context) => {
          attempted.set(context.key, event);
          const answer = await forward(event, context);
          attempted.delete(context.key);
          tell({ what: 'forwarded', target, event, attempt: context.attempt, answer });
        },
        {
          concurrency,
          // The request has its own limit, which comes first.
          handlerTimeoutInMs: 2 * attemptTimeoutInMs,
          retryAt: createRetryPlan(),
          longestDelayInMs,
          isOutage,
          // It only sends.
          mayCrash: false,
          retentionInMs,
          onError(error, failed) {
            const event = failed && attempted.get(failed.key);
            if (!failed || !event) return tell({ what: 'trouble', target, message: messageOf(error) });
            attempted.delete(failed.key);
            const { attempt, retryAt } = failed;
            tell({
              what: 'failed',
              target,
              event,
              attempt,
              kind: messageOf(error),
              isOutage: isOutage(error),
              retryAt,
            });
          },
        },
      );
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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

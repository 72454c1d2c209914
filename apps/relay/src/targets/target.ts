import type { ContractEvent, Inbox } from '@escrow-kit/webhooks';
import { attemptTimeoutInMs, type Forward } from '../forward/create-forwarder.ts';
import { isOutage } from '../forward/forward-error.ts';
import { createRetryPlan, longestDelayInMs } from '../forward/plan-retry.ts';
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

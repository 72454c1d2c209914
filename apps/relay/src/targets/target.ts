import type { ContractEvent, Inbox, WebhookObserver } from '@escrow-kit/webhooks';
import type { Forward } from '../forward/create-forwarder.ts';
import { isOutage } from '../forward/forward-error.ts';
import { createRetryPlan, longestDelayInMs } from '../forward/plan-retry.ts';
import type { RelayOptions, TargetOptions } from '../options/relay-options.ts';
import type { TellNews } from '../output/news.ts';

/** A target with its store. */
export interface Target {
  name: string;
  /** The origin of the address: the rest may hold a token. */
  url: string;
  inbox: Inbox;
  /** Starts to forward what is stored, until the inbox is closed. */
  start(): void;
}

interface TargetParts extends Pick<RelayOptions, 'giveUpAfterInMs' | 'retentionInMs'> {
  options: TargetOptions;
  inbox: Inbox;
  forward: Forward;
  observer: WebhookObserver | undefined;
  tell: TellNews;
}

export function createTarget({ options, inbox, forward, observer, tell, ...times }: TargetParts): Target {
  const { name: target, concurrency } = options;
  /** What is being attempted, for the news of a failure, by key. */
  const attempted = new Map<string, ContractEvent>();
  return {
    name: target,
    url: new URL(options.url).origin,
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
          handlerTimeoutInMs: 2 * options.timeoutInMs,
          retryAt: createRetryPlan(times.giveUpAfterInMs),
          longestDelayInMs,
          isOutage,
          // It only sends.
          mayCrash: false,
          retentionInMs: times.retentionInMs,
          observer,
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

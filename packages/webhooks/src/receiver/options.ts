import { configurationError } from '../errors/configuration-error.ts';
import type { WebhookError } from '../errors/webhook-error.ts';
import type { ContractEvent } from '../event.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { type Secrets, secretList } from '../verify/secrets.ts';
import type { EventHandlers } from './handlers.ts';
import type { BodyLimits } from './read-body.ts';

/** What a receiver is made of. */
export interface WebhookReceiverOptions<Transaction = unknown> {
  /** The webhook secret, or several while one replaces another. */
  secrets: Secrets;
  /** Where events are stored before the answer. */
  inbox: Inbox<Transaction>;
  /** What is done with each status, where `receiver.start()` is called. */
  handlers?: EventHandlers<Transaction>;
  /** The largest body, 64 KiB by default. The service's own limit is not shown; its events have about 120 bytes. */
  bodyLimitInBytes?: number;
  /** How long a body may take to arrive, 5000 by default (our choice: not shown). */
  bodyTimeoutInMs?: number;
  /** Is told of every request that failed and of what was quarantined. What it throws is ignored. */
  onError?: (error: WebhookError) => void;
  /** Is told of every event that was stored or had been, before the answer. What it throws is ignored. */
  onReceived?: (received: ReceivedEvent) => void;
  /** The present, for tests. */
  now?: () => Date;
}

/** An event that a receiver answered with 200. */
export interface ReceivedEvent {
  event: ContractEvent;
  outcome: Awaited<ReturnType<Inbox['insert']>>;
  /** The index of the secret that signed it: once no event comes with the old one, it can be removed. */
  secretIndex: number;
}

/** The options with their defaults. */
export interface CompleteOptions<Transaction> extends WebhookReceiverOptions<Transaction>, BodyLimits {
  secrets: readonly string[];
  bodyLimitInBytes: number;
  bodyTimeoutInMs: number;
  now: () => Date;
}

/** The options with their defaults. Throws where one cannot work. */
export function completeOptions<Transaction>(
  options: WebhookReceiverOptions<Transaction>,
): CompleteOptions<Transaction> {
  const { bodyLimitInBytes = 65_536, bodyTimeoutInMs = 5_000, now = () => new Date() } = options;
  const secrets = secretList(options.secrets);
  if (typeof options.inbox?.insert !== 'function') throw configurationError('inbox: set it to an inbox.');
  for (const [name, value] of Object.entries({ bodyLimitInBytes, bodyTimeoutInMs })) {
    if (!Number.isSafeInteger(value) || value <= 0) throw configurationError(`${name}: set it to an integer above 0.`);
  }
  return { ...options, secrets, bodyLimitInBytes, bodyTimeoutInMs, now };
}

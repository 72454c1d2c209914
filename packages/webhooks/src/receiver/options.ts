import { configurationError, type WebhookError } from '../errors/webhook-error.ts';
import type { ContractEvent } from '../event/event.ts';
import type { InsertOutcome } from '../event/stored-event.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { WebhookObserver } from '../observation/observer.ts';
import type { EventHandlers } from '../processing/handle-by-status.ts';
import { requireCounts } from '../processing/processing.ts';
import { type Secrets, secretList } from '../signature/verification.ts';
import type { EventSource } from './event-source.ts';
import type { BodyLimits } from './webhook-request.ts';

/** Options of a receiver. */
export type WebhookReceiverOptions<Transaction = unknown> = ReceiverOptions<Transaction> &
  (SignedEvents | UnsignedEvents);

interface SignedEvents {
  /** The webhook secret, or several while one replaces another. */
  secrets: Secrets;
  /** A deployment that signs events in another way than the service's document says, or from known addresses. */
  source?: (EventSource & { isSigned: true }) | undefined;
}

interface UnsignedEvents {
  secrets?: undefined;
  /** A deployment whose events are unsigned, and accepted from its addresses alone. */
  source: EventSource & { isSigned: false };
}

interface ReceiverOptions<Transaction> {
  /** Where events are stored before the answer. */
  inbox: Inbox<Transaction>;
  /** What to do for each status, once `receiver.start()` is called. */
  handlers?: EventHandlers<Transaction>;
  /** The largest body. Default: 65 536. The service's own limit is not shown; its events have about 120 bytes. */
  bodyLimitInBytes?: number;
  /** How long a body may take to arrive. Default: 5000 (our choice: not shown). */
  bodyTimeoutInMs?: number;
  /**
   * Called for each request that failed and each body that was quarantined. What it throws is ignored. Failed handlers go to the
   * `onError` of `receiver.start()`.
   */
  onError?: (error: WebhookError) => void;
  /** Called just before the answer for each event, stored now or before. What it throws is ignored. */
  onReceived?: (received: ReceivedEvent) => void;
  /** Watches each request and, after `receiver.start()`, each attempt to handle an event. */
  observer?: WebhookObserver;
  /** The clock. Default: the system's. Tests pass their own. */
  now?: () => Date;
}

/** An event that a receiver answered with 200. */
interface ReceivedEvent {
  event: ContractEvent;
  outcome: InsertOutcome;
  /** The index of the secret that signed it; undefined if it is unsigned. Remove the old one once no event uses it. */
  secretIndex: number | undefined;
}

/** The options with their defaults. */
export interface ReceiverSettings<Transaction> extends ReceiverOptions<Transaction>, BodyLimits {
  source: EventSource | undefined;
  secrets: readonly string[];
  bodyLimitInBytes: number;
  bodyTimeoutInMs: number;
  now: () => Date;
}

/** Throws if an option cannot work. */
export function validateAndFill<Transaction>(
  options: WebhookReceiverOptions<Transaction>,
): ReceiverSettings<Transaction> {
  const { bodyLimitInBytes = 65_536, bodyTimeoutInMs = 5_000, now = () => new Date() } = options;
  const { source } = options;
  if (source?.isSigned === false && options.secrets !== undefined) {
    throw configurationError('secrets: leave them out, because the events of this source are unsigned.');
  }
  const secrets = options.source?.isSigned === false ? [] : secretList(options.secrets as Secrets);
  if (typeof options.inbox?.insert !== 'function') {
    throw configurationError('inbox: set it to an inbox, such as createSqliteInbox({ path }).');
  }
  requireCounts({ bodyLimitInBytes, bodyTimeoutInMs });
  return { ...options, source, secrets, bodyLimitInBytes, bodyTimeoutInMs, now };
}

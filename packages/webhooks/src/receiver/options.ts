import { configurationError, type WebhookError } from '../errors/webhook-error.ts';
import type { ContractEvent, StatusNames } from '../event/event.ts';
import type { InsertOutcome } from '../event/stored-event.ts';
import { knownStatuses } from '../generated/contract-event.ts';
import type { Inbox } from '../inbox/inbox.ts';
import type { WebhookObserver } from '../observation/observer.ts';
import type { EventHandlers } from '../processing/handle-by-status.ts';
import { requireCounts } from '../processing/processing.ts';
import { readForm, type SignatureForm } from '../signature/signature-form.ts';
import { type Secrets, secretList } from '../signature/verification.ts';
import { toAddressBits, toBlockBits } from './ip-addresses.ts';
import { type BodyLimits, headerValues, type WebhookRequest } from './webhook-request.ts';

/** Options of a receiver. */
export type WebhookReceiverOptions<Transaction = unknown> = ReceiverOptions<Transaction> &
  (SignedEvents | UnsignedEvents);

interface SignedEvents {
  /** The webhook secret, or several while one replaces another. */
  secrets: Secrets;
  /** How events are signed, if a deployment signs in another way. Default: as the service signs (HOOK-2). */
  signature?: SignatureForm | undefined;
  /**
   * The IP addresses and CIDR blocks that events come from, such as `192.0.2.0/24`; any other address is answered with 403.
   * Default: all.
   */
  allowedAddresses?: readonly string[] | undefined;
}

interface UnsignedEvents {
  secrets?: undefined;
  /** Events are unsigned: `allowedAddresses` alone protects the endpoint. */
  signature: null;
  allowedAddresses: readonly string[];
}

interface ReceiverOptions<Transaction> {
  /**
   * The header in which your own proxy passes on the address of the sender, such as `x-forwarded-for`: its last entry counts. Set it
   * only if every request comes through the proxy, because anybody else can send the header. Default: the address of the connection.
   */
  addressHeader?: string | undefined;
  /** A deployment's names of statuses, each with the service's, whose handler gets its events. Default: the service's names. */
  statuses?: StatusNames | undefined;
  /** Where events are stored before the answer. */
  inbox: Inbox<Transaction>;
  /** What to do for each status, once `receiver.start()` is called. */
  handlers?: EventHandlers<Transaction>;
  /** The largest body. Default: 65 536. The service's own limit is not shown; its events have about 120 bytes. */
  bodyLimitInBytes?: number;
  /** How long a body may take to arrive, and the rest of a refused one is dropped. Default: 5000 (our choice: not shown). */
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
  secrets: readonly string[];
  signature: SignatureForm | null;
  /** Whether a request comes from an allowed address. */
  isAllowed: (request: WebhookRequest) => boolean;
  bodyLimitInBytes: number;
  bodyTimeoutInMs: number;
  now: () => Date;
}

/** Throws if an option cannot work. */
export function validateAndFill<Transaction>(
  options: WebhookReceiverOptions<Transaction>,
): ReceiverSettings<Transaction> {
  const { bodyLimitInBytes = 65_536, bodyTimeoutInMs = 5_000, now = () => new Date() } = options;
  const signature = options.signature === null ? null : readForm(options.signature);
  if (!signature && options.secrets !== undefined) {
    throw configurationError('secrets: leave them out, because signature is null: events are unsigned.');
  }
  const secrets = signature ? secretList(options.secrets as Secrets) : [];
  if (options.allowedAddresses?.length === 0 || (!signature && !options.allowedAddresses)) {
    throw configurationError('allowedAddresses: list where events come from. Unsigned, anybody could send them.');
  }
  requireKnownStatuses(options.statuses);
  if (typeof options.inbox?.insert !== 'function') {
    throw configurationError('inbox: set it to an inbox, such as createSqliteInbox({ path }).');
  }
  requireCounts({ bodyLimitInBytes, bodyTimeoutInMs });
  const isAllowed = createIsAllowed(options);
  return { ...options, secrets, signature, isAllowed, bodyLimitInBytes, bodyTimeoutInMs, now };
}

function requireKnownStatuses(statuses: StatusNames = {}): void {
  for (const [name, status] of Object.entries(statuses)) {
    if (knownStatuses.includes(status)) continue;
    throw configurationError(`statuses: ${name} stands for none of ${knownStatuses.join(', ')}.`);
  }
}

/** Whether a request comes from an allowed address; from any, if there is no list. */
function createIsAllowed<Transaction>({
  allowedAddresses,
  addressHeader,
}: WebhookReceiverOptions<Transaction>): (request: WebhookRequest) => boolean {
  if (!allowedAddresses) return () => true;
  const blocks = Array.from(allowedAddresses, (entry) => {
    const block = toBlockBits(entry);
    if (block !== undefined) return block;
    const kinds = 'neither an IP address nor a CIDR block, or has nearly every address';
    throw configurationError(`allowedAddresses: ${JSON.stringify(entry)} is ${kinds}.`);
  });
  return (request) => {
    const address = toAddressBits(senderOf(request, addressHeader));
    return address !== undefined && blocks.some((block) => address.startsWith(block));
  };
}

function senderOf(request: WebhookRequest, addressHeader: string | undefined): string {
  if (addressHeader === undefined) return request.remoteAddress ?? '';
  return headerValues(request, addressHeader).join().split(',').at(-1)?.trim() ?? '';
}

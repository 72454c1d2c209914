import { configurationError, type WebhookError } from '../errors.ts';
import { type ContractEvent, hashable, type InsertOutcome, type RawBody, type StatusNames } from '../event.ts';
import { knownStatuses } from '../generated/contract-event.ts';
import type { Inbox } from '../inbox/inbox.ts';
import { type EventHandlers, requireCounts } from '../inbox/processing.ts';
import type { WebhookObserver } from '../observer.ts';
import {
  type Refusal,
  readForm,
  refuse,
  type Secrets,
  type SignatureForm,
  type SignatureHeader,
  secretList,
} from '../signature/verify.ts';
import { type BodyLimits, headerValues, type WebhookRequest } from './request.ts';

/** Options of a receiver. */
export type WebhookReceiverOptions<Transaction = unknown> = ReceiverOptions<Transaction> &
  (SignedEvents | UnsignedEvents);

interface SignedEvents {
  /** The webhook secret, or several during a change. */
  secrets: Secrets;
  /** How events are signed, if a deployment signs in another way. Default: as the service signs (HOOK-2). */
  signature?: SignatureForm | undefined;
  /**
   * The IP addresses and CIDR blocks that may send events, such as `192.0.2.0/24`. Others get a 403. Default: all.
   */
  allowedAddresses?: readonly string[] | undefined;
}

interface UnsignedEvents {
  secrets?: undefined;
  /** Events are unsigned: only `allowedAddresses` protects the endpoint. */
  signature: null;
  allowedAddresses: readonly string[];
}

interface ReceiverOptions<Transaction> {
  /**
   * The header in which your own proxy sends the caller's address, such as `x-forwarded-for`. Its last entry counts. Set it only if
   * every request passes the proxy, because any other caller can send the header. Default: the address of the connection.
   */
  addressHeader?: string | undefined;
  /** The deployment's status names, mapped to the service's: `{ FUNDED: 'PAID' }`. Default: the service's names. */
  statuses?: StatusNames | undefined;
  /** Where events are stored before the answer. */
  inbox: Inbox<Transaction>;
  /** What to do for each status, once `receiver.start()` is called. */
  handlers?: EventHandlers<Transaction>;
  /** The largest body. Default: 65 536. The service's own limit is not shown; its events have about 120 bytes. */
  bodyLimitInBytes?: number;
  /** The time limit for receiving a body, and for dropping the rest of a refused body. Default: 5000 (our choice: not shown). */
  bodyTimeoutInMs?: number;
  /**
   * Called for each failed request and each quarantined body. Its errors are ignored. Failed handlers go to the `onError` of
   * `receiver.start()`.
   */
  onError?: (error: WebhookError) => void;
  /** Called just before the answer for each event, stored now or before. Its errors are ignored. */
  onReceived?: (received: ReceivedEvent) => void;
  /** Observes each request and, after `receiver.start()`, each attempt to handle an event. */
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

/** Whether one of the secrets signed a body, and which. A platform makes it, because it computes HMACs. */
export type CreateVerify = (secrets: readonly string[], form: SignatureForm) => Verify;
type Verify = (rawBody: RawBody, header: SignatureHeader) => Verified | Promise<Verified>;
type Verified = { ok: true; secretIndex: number | undefined } | Refusal;

/** Of unsigned events, only the address is checked, before. */
const acceptUnsigned: Verify = (rawBody) =>
  hashable(rawBody) === undefined ? refuse('body_not_raw') : { ok: true, secretIndex: undefined };

/** What receiving takes: the options with their defaults. */
export interface ReceiverSettings
  extends BodyLimits,
    Pick<ReceiverOptions<unknown>, 'statuses' | 'onError' | 'onReceived' | 'observer'> {
  /** Null if events are unsigned. */
  signature: SignatureForm | null;
  verify: Verify;
  /** Whether a request comes from an allowed address. */
  isAllowed: (request: WebhookRequest) => boolean;
  inbox: Pick<Inbox, 'insert' | 'quarantine'>;
  now: () => Date;
}

/** Throws if an option cannot work. */
export function validateAndFill<Transaction>(
  options: WebhookReceiverOptions<Transaction>,
  createVerify: CreateVerify,
): ReceiverSettings {
  const { bodyLimitInBytes = 65_536, bodyTimeoutInMs = 5_000, now = () => new Date() } = options;
  const signature = options.signature === null ? null : readForm(options.signature);
  if (!signature && options.secrets !== undefined) {
    throw configurationError('secrets: omit them, because signature is null.');
  }
  const verify = signature ? createVerify(secretList(options.secrets as Secrets), signature) : acceptUnsigned;
  if (options.allowedAddresses?.length === 0 || (!signature && !options.allowedAddresses)) {
    throw configurationError('allowedAddresses: list the addresses of the sender. Unsigned events need them.');
  }
  for (const [name, status] of Object.entries(options.statuses ?? {})) {
    if (!knownStatuses.includes(status)) {
      throw configurationError(`statuses: ${name} must map to one of ${knownStatuses.join(', ')}.`);
    }
  }
  if (typeof options.inbox?.insert !== 'function') {
    throw configurationError('inbox: set it to an inbox, such as createSqliteInbox({ path }).');
  }
  requireCounts({ bodyLimitInBytes, bodyTimeoutInMs });
  const isAllowed = createIsAllowed(options);
  return { ...options, signature, verify, isAllowed, bodyLimitInBytes, bodyTimeoutInMs, now };
}

type AddressOptions = Pick<WebhookReceiverOptions, 'allowedAddresses' | 'addressHeader'>;

/** Whether a request comes from an allowed address; from any, if there is no list. */
function createIsAllowed({ allowedAddresses, addressHeader }: AddressOptions): (request: WebhookRequest) => boolean {
  if (!allowedAddresses) return () => true;
  const blocks = Array.from(allowedAddresses, toBlockBits);
  return (request) => {
    const sender = addressHeader === undefined ? request.remoteAddress : lastEntryOf(request, addressHeader);
    const bits = toAddressBits(sender ?? '');
    return bits !== undefined && blocks.some((block) => bits.startsWith(block));
  };
}

const lastEntryOf = (request: WebhookRequest, header: string): string | undefined =>
  headerValues(request, header).join().split(',').at(-1)?.trim();

// Addresses are compared as their bits in text, because not every platform has `node:net`.

/** A block with fewer bits of its own has nearly every address. */
const leastBits = 8;

/** The first bits of every IPv4 address, which servers also write as `::ffff:192.0.2.1`. */
const bitsOfIPv4 = `${'0'.repeat(80)}${'1'.repeat(16)}`;

/** The 128 bits of an IP address, as the digits 0 and 1. Undefined if it is none. */
function toAddressBits(address: string): string | undefined {
  // The address of a link may name its interface.
  const [text = ''] = address.split('%');
  const ipv6 = /^\d+\.\d+\.\d+\.\d+$/.test(text) ? `::ffff:${text}` : text;
  const url = `http://[${ipv6}]`;
  if (!/^[\d.:a-f]+$/i.test(ipv6) || !URL.canParse(url)) return undefined;
  // Eight groups of 16 bits; `::` stands for those that are missing.
  const [before = [], after = []] = new URL(url).hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => groups.split(':').filter(Boolean));
  const zeros = new Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => Number(`0x${group}`).toString(2).padStart(16, '0')).join('');
}

/**
 * What the bits of every address in a CIDR block such as `192.0.2.0/24` begin with; of a single address, all its bits. Throws if it
 * is none, or has nearly every address.
 */
function toBlockBits(block: string): string {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(block) ?? [];
  const bits = toAddressBits(address) ?? '';
  const start = address.includes(':') ? 0 : bitsOfIPv4.length;
  const count = length === undefined ? bits.length : start + Number(length);
  const shared = bits.slice(0, count);
  const fewest = leastBits + (shared.startsWith(bitsOfIPv4) ? bitsOfIPv4.length : 0);
  if (shared.length >= fewest && count <= bits.length && !bitsOfIPv4.startsWith(shared)) return shared;
  const kinds = 'not an IP address or CIDR block, or contains nearly every address';
  throw configurationError(`allowedAddresses: ${JSON.stringify(block)} is ${kinds}.`);
}

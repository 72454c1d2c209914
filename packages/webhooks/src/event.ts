import { WebhookError } from './errors.ts';
import { type BodyField, knownStatuses, milestoneStates } from './generated/contract-event.ts';

/** A status that the service reports (HOOK-5). */
export type KnownStatus = (typeof knownStatuses)[number];

/** The fields of every event, with any status. */
interface EventFields {
  /** The milestone ID, `contractId` on the wire (HOOK-1). Undefined if it is missing or blank, with any status. */
  milestoneId: string | undefined;
  /** The reference of a transaction. */
  referenceId: string | undefined;
  /** The whole body as it was sent, with every unknown field (HOOK-8). */
  body: Readonly<Record<string, unknown>>;
}

/** The buyer has paid and the money is in escrow: move to delivery. All fields are present (HOOK-1). */
export interface PaidEvent extends EventFields {
  status: 'PAID';
  milestoneId: string;
  referenceId: string;
}

/** The money is being released to the parties; no action needed. Only the status is shown (HOOK-8). */
export interface CashoutInProgressEvent extends EventFields {
  status: 'CASHOUT_IN_PROGRESS';
}

/** Settled: all parties are paid. Only the status is shown (HOOK-8). */
export interface CompletedEvent extends EventFields {
  status: 'COMPLETED';
}

/** A status that this version does not know. It is stored, not refused (HOOK-8). */
export interface UnknownEvent extends EventFields {
  status: 'unknown';
  /** The status as it was sent. */
  receivedStatus: string;
}

/**
 * Progress of one milestone. `switch (event.status)` narrows it; `unknown` stands for every status outside
 * {@link KnownStatus}.
 */
export type ContractEvent = PaidEvent | CashoutInProgressEvent | CompletedEvent | UnknownEvent;

/**
 * The names that a deployment has for the statuses of events, each with the service's, such as `{ FUNDED: 'PAID' }`. Events with
 * other names are as without it, but a service's name that another one stands for is unknown: here PAID.
 */
export type StatusNames = Readonly<Record<string, KnownStatus>>;

/** The deployment's name of a status. */
export const nameOf = (status: string, names: StatusNames = {}): string =>
  Object.keys(names).find((name) => names[name] === status) ?? status;

/** The service's status that a sent one stands for. Undefined if another one stands for it. */
function statusOf(sent: string, names: StatusNames): string | undefined {
  if (Object.hasOwn(names, sent)) return names[sent];
  return Object.values<string>(names).includes(sent) ? undefined : sent;
}

/**
 * The event in a raw body. Undefined if the body is not a JSON object, has no status, or is PAID without referenceId or with a
 * missing or blank contractId (HOOK-1). Unknown fields and statuses are allowed (HOOK-8), and a byte order mark before the JSON is
 * ignored. It does not throw.
 */
export const parseEvent = (rawBody: string): ContractEvent | undefined => toEvent(parseJson(rawBody));

/** Any JSON value. Only an object can have a status. */
type Body = Readonly<Record<string, unknown> & Partial<Record<BodyField, unknown>>>;

function parseJson(text: string): Body | null | undefined {
  try {
    // JSON.parse refuses a byte order mark, which RFC 8259 lets a parser ignore.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

const isKnown = (status: string | undefined): boolean => (knownStatuses as readonly unknown[]).includes(status);

/** The event of a parsed body, by the names of a deployment. */
export function toEvent(body: Body | null | undefined, names?: StatusNames): ContractEvent | undefined {
  if (typeof body?.status !== 'string') return undefined;
  const status = names ? statusOf(body.status, names) : body.status;
  const { contractId } = body;
  const milestoneId = typeof contractId === 'string' && contractId.trim() ? contractId : undefined;
  const referenceId = typeof body.referenceId === 'string' ? body.referenceId : undefined;
  if (status === 'PAID' && (!milestoneId || referenceId === undefined)) return undefined;
  const known = isKnown(status) ? { status } : { status: 'unknown', receivedStatus: body.status };
  // The check above guarantees the fields that PAID requires.
  return { milestoneId, referenceId, body, ...known } as ContractEvent;
}

/** The text and the event of a signed body, or why it holds no event. */
type ReadEvent =
  | { text: string; event: ContractEvent; reason?: undefined }
  | { text: string | undefined; event?: undefined; reason: 'body_not_utf8' | 'event_invalid' };

export function readEvent(rawBody: RawBody, names?: StatusNames): ReadEvent {
  const text = textOf(rawBody);
  if (text === undefined) return { text, reason: 'body_not_utf8' };
  const event = toEvent(parseJson(text), names);
  return event ? { text, event } : { text, reason: 'event_invalid' };
}

/** Database indexes limit the length of a key. A longer one is replaced by its hash. */
const maxKeyLength = 500;

/**
 * The key that identifies an event. Events have no ID (HOOK-7), so it is the milestone, the status as it was sent and the transaction as a JSON
 * array, or `sha256:` and the hash of the raw body if there is no transaction. Without a milestone, a repeat looks like the
 * event of another milestone, so the key is `unkeyed:` and a random ID: handling an event twice does less harm than losing one.
 * At most 500 characters.
 */
export async function eventKey(event: ContractEvent, rawBody: string): Promise<string> {
  if (event.milestoneId === undefined) return `unkeyed:${crypto.randomUUID()}`;
  if (event.referenceId === undefined) return `sha256:${await sha256(rawBody)}`;
  const key = JSON.stringify([event.milestoneId, event.body['status'], event.referenceId]);
  return key.length <= maxKeyLength ? key : `sha256:${await sha256(key)}`;
}

const sha256 = async (text: string): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));

/**
 * Events with the same ordering key are handled one at a time, in order of arrival. It is the milestone ID; an event without
 * one does not wait for others.
 */
export const orderingKeyOf = ({ event, key }: { event: ContractEvent; key: string }): string =>
  event.milestoneId ?? key;

/** The service's name of the status; of an unknown one, what was sent, or '' if that is the service's name of another status. */
export function statusName(event: ContractEvent): string {
  if (event.status !== 'unknown') return event.status;
  return isKnown(event.receivedStatus) ? '' : event.receivedStatus;
}

/** How far the milestone has come with this event (STATE-4). Undefined if the order does not include its status (HOOK-8). */
export function statusRank(event: ContractEvent): number | undefined {
  const rank = milestoneStates.indexOf(statusName(event));
  return rank < 0 ? undefined : rank;
}

/** Whether a later status was handled already (HOOK-7). The same status again is not late. */
export function isLate(rank: number | undefined, highestHandledRank: number | undefined): boolean {
  return rank !== undefined && highestHandledRank !== undefined && rank < highestHandledRank;
}

/** A body as it came: bytes, or their text in UTF-8. */
export type RawBody = string | Uint8Array | ArrayBuffer;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The body as input of a hash. Undefined if it cannot be what was sent: an object, or a text with a lone surrogate, which is
 * not UTF-8 and would be hashed as a different text.
 */
export function hashable(rawBody: unknown): string | Uint8Array<ArrayBuffer> | undefined {
  if (typeof rawBody === 'string') return rawBody.isWellFormed() ? rawBody : undefined;
  if (ArrayBuffer.isView(rawBody)) {
    if (rawBody.buffer instanceof ArrayBuffer) return rawBody as Uint8Array<ArrayBuffer>;
    // Web Crypto refuses memory that threads share, so this copies it.
    return new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength).slice();
  }
  if (!(rawBody instanceof ArrayBuffer)) return undefined;
  // A transferred array buffer has no length, and throws when it is read.
  return rawBody.byteLength > 0 ? new Uint8Array(rawBody) : new Uint8Array();
}

/** The text of a body, the same byte by byte in UTF-8. Undefined if it is not UTF-8. */
function textOf(rawBody: RawBody): string | undefined {
  if (typeof rawBody === 'string') return rawBody;
  try {
    return decoder.decode(rawBody as ArrayBuffer);
  } catch {
    return undefined;
  }
}

/** Bytes as lower-case hex digits. */
export function toHex(bytes: ArrayBuffer): string {
  let text = '';
  for (const byte of new Uint8Array(bytes)) text += byte.toString(16).padStart(2, '0');
  return text;
}

export const toBase64 = (rawBody: RawBody): string =>
  btoa(Array.from(new Uint8Array(rawBody as ArrayBuffer), (byte) => String.fromCharCode(byte)).join(''));

/** A verified event as it arrived, ready to be stored. */
export interface IncomingEvent {
  /** Identifies the event: made by `eventKey`, at most 500 characters. Return it unchanged. */
  key: string;
  event: ContractEvent;
  /** The body as it was signed. */
  rawBody: string;
  receivedAt: Date;
}

/** `duplicate`: an event with this key was stored before. */
export type InsertOutcome = 'stored' | 'duplicate';

/** `pending` while it waits for an attempt, `dead` once its attempts are used up. */
export type EventStatus = 'pending' | 'processing' | 'done' | 'dead';

/** An event in the inbox. */
export interface StoredEvent extends IncomingEvent {
  status: EventStatus;
  /** How many attempts have started. One whose process died counts only if an earlier process died with this event. */
  attempts: number;
  /** When the next attempt may start, after a failed one. */
  retryAt: Date | undefined;
  /** When it was done. */
  handledAt: Date | undefined;
  /**
   * Why the stored body cannot be read, if it was damaged in the store. `event` is then `unknown`, without any field. Handlers
   * never get it: its first attempt makes it dead.
   */
  damage: string | undefined;
  /** The error message of the last failed attempt. */
  lastError: string | undefined;
}

/** A stored body holds no event. Another attempt would change nothing. */
export class UnreadableBodyError extends WebhookError {
  constructor(key: string) {
    super(
      'inbox',
      `The body stored under the key ${key} is not an event. It was damaged, or another version of this package accepted it. Correct it in the store, then replay the event.`,
    );
  }
}

/** The event of a stored body. The body decides, so a status that was unknown when the event was stored may be known now. */
export function readStoredEvent({
  key,
  rawBody,
}: Pick<StoredEvent, 'key' | 'rawBody'>): Pick<StoredEvent, 'event' | 'damage'> {
  const event = parseEvent(rawBody);
  if (event) return { event, damage: undefined };
  const fields = { milestoneId: undefined, referenceId: undefined, body: {} };
  return {
    event: { status: 'unknown', receivedStatus: '', ...fields },
    damage: new UnreadableBodyError(key).message,
  };
}

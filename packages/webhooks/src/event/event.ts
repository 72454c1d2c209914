import { type BodyField, knownStatuses, milestoneStates } from '../generated/contract-event.ts';
import { type RawBody, textOf, toHex } from './raw-body.ts';

/** A status that the service reports (HOOK-5). */
export type KnownStatus = (typeof knownStatuses)[number];

/** The fields of every event, with any status. */
interface EventFields {
  /** The milestone id, `contractId` on the wire (HOOK-1). Undefined if it is missing or blank, with any status. */
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

/** The service's name of the status; of an unknown one, what was sent, or '' if that is the service's name of another status. */
export function statusName(event: ContractEvent): string {
  if (event.status !== 'unknown') return event.status;
  return (knownStatuses as readonly string[]).includes(event.receivedStatus) ? '' : event.receivedStatus;
}

/**
 * The event in a raw body. Undefined if the body is not a JSON object, has no status, or is PAID without referenceId or with a
 * missing or blank contractId (HOOK-1). Unknown fields and statuses are allowed (HOOK-8), and a byte order mark before the JSON is
 * ignored. It does not throw.
 */
export const parseEvent = (rawBody: string): ContractEvent | undefined => toEvent(parseJson(rawBody));

/**
 * The names that a deployment has for the statuses of events, each with the service's, such as `{ FUNDED: 'PAID' }`. Events with
 * other names are as without it, but a service's name that another one stands for is unknown: here PAID.
 */
export type StatusNames = Readonly<Record<string, KnownStatus>>;

/** The service's status that a sent one stands for, if it stands for another. */
const meaningOf = (sent: string, names: StatusNames): string | undefined =>
  names[sent] ?? (Object.values<string>(names).includes(sent) ? undefined : sent);

/** The deployment's name of a status. */
export const nameOf = (status: string, names: StatusNames = {}): string =>
  Object.keys(names).find((name) => names[name] === status) ?? status;

/** The event of a parsed body, by the names of a deployment. */
export function toEvent(body: Body | null | undefined, names?: StatusNames): ContractEvent | undefined {
  if (typeof body?.status !== 'string') return undefined;
  const status = names ? meaningOf(body.status, names) : body.status;
  const contractId = textOrNothing(body.contractId);
  const milestoneId = contractId?.trim() ? contractId : undefined;
  const referenceId = textOrNothing(body.referenceId);
  if (status === 'PAID' && (!milestoneId || referenceId === undefined)) return undefined;
  const isKnown = (knownStatuses as readonly unknown[]).includes(status);
  const known = isKnown ? { status } : { status: 'unknown', receivedStatus: body.status };
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

const textOrNothing = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Database indexes limit the length of a key. A longer one is replaced by its hash. */
const maxKeyLength = 500;

/**
 * The key that identifies an event. Events have no id (HOOK-7), so it is the milestone, the status as it was sent and the transaction as a JSON
 * array, or `sha256:` and the hash of the raw body if there is no transaction. Without a milestone, a repeat looks like the
 * event of another milestone, so the key is `unkeyed:` and a random id: handling an event twice does less harm than losing one.
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
 * Events with the same ordering key are handled one at a time, in order of arrival. It is the milestone id; an event without
 * one does not wait for others.
 */
export const orderingKeyOf = ({ event, key }: { event: ContractEvent; key: string }): string =>
  event.milestoneId ?? key;

/** How far the milestone has come with this event (STATE-4). Undefined if the order does not include its status (HOOK-8). */
export function statusRank(event: ContractEvent): number | undefined {
  const rank = milestoneStates.indexOf(statusName(event));
  return rank < 0 ? undefined : rank;
}

/** Whether a later status was handled already (HOOK-7). The same status again is not late. */
export function isLate(rank: number | undefined, highestHandledRank: number | undefined): boolean {
  return rank !== undefined && highestHandledRank !== undefined && rank < highestHandledRank;
}

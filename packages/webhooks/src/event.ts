import { type BodyField, knownStatuses } from './generated/contract-event.ts';

/** A status that the service reports (HOOK-5). */
export type KnownStatus = (typeof knownStatuses)[number];

/** What every event has, whatever its status. */
interface EventFields {
  /** The milestone id; the wire calls it `contractId` (HOOK-1). */
  milestoneId: string | undefined;
  /** The reference of a transaction. */
  referenceId: string | undefined;
  /** The whole body as it was sent, with every unknown field (HOOK-8). */
  body: Readonly<Record<string, unknown>>;
}

/** The buyer has paid and the money is in escrow: move to delivery. It has every field (HOOK-1). */
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

/** A status that this version does not know. It is kept, not refused (HOOK-8). */
export interface UnknownEvent extends EventFields {
  status: 'unknown';
  /** The status as it was sent. */
  receivedStatus: string;
}

/**
 * Progress of one milestone. `switch (event.status)` narrows it; `unknown` stands for every status that is not in
 * {@link KnownStatus}.
 */
export type ContractEvent = PaidEvent | CashoutInProgressEvent | CompletedEvent | UnknownEvent;

/** The status as it was sent, known or not. */
export const statusOnTheWire = (event: ContractEvent): string =>
  event.status === 'unknown' ? event.receivedStatus : event.status;

/**
 * The event that a raw body holds. Undefined if the body is no JSON object, has no status, or is PAID without contractId or
 * referenceId (HOOK-1). Unknown fields and statuses are kept (HOOK-8). It does not throw.
 */
export function parseEvent(rawBody: string): ContractEvent | undefined {
  const body = parseJson(rawBody);
  if (typeof body?.status !== 'string') return undefined;
  const { status } = body;
  const milestoneId = textOrNothing(body.contractId);
  const referenceId = textOrNothing(body.referenceId);
  if (status === 'PAID' && (milestoneId === undefined || referenceId === undefined)) return undefined;
  const fields = { milestoneId, referenceId, body };
  // The check above guarantees the fields that PAID requires.
  return (
    isKnown(status) ? { status, ...fields } : { status: 'unknown', receivedStatus: status, ...fields }
  ) as ContractEvent;
}

/** Any JSON value. Only an object can have a status. */
type Body = Readonly<Record<string, unknown> & Partial<Record<BodyField, unknown>>>;

function parseJson(text: string): Body | null | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const isKnown = (status: string): status is KnownStatus => (knownStatuses as readonly string[]).includes(status);

const textOrNothing = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

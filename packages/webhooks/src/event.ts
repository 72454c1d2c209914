import type { knownStatuses } from './generated/contract-event.ts';

/** A status that the service reports (HOOK-5). */
export type KnownStatus = (typeof knownStatuses)[number];

/** What every event has, whatever its status. */
interface EventFields {
  /** The milestone id; the wire calls it `contractId` (HOOK-1). */
  milestoneId: string | undefined;
  /** Reference of a transaction. */
  referenceId: string | undefined;
  /** The whole body as it was sent, fields that nobody knows included (HOOK-8). */
  body: Readonly<Record<string, unknown>>;
}

/** The buyer has paid and the money is in escrow: move to delivery. Every field is there (HOOK-1). */
export interface PaidEvent extends EventFields {
  status: 'PAID';
  milestoneId: string;
  referenceId: string;
}

/** The release of the money to the parties began; no action needed. More than the status is not shown (HOOK-8). */
export interface CashoutInProgressEvent extends EventFields {
  status: 'CASHOUT_IN_PROGRESS';
}

/** Settled, all parties are paid. More than the status is not shown (HOOK-8). */
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

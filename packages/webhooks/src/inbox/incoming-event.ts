import type { ContractEvent } from '../event.ts';

/** A verified event as it arrived, ready to be stored. */
export interface IncomingEvent {
  /** What tells it from every other event, at most 500 characters: see `eventKey`. */
  key: string;
  event: ContractEvent;
  /** The body as it was signed. */
  rawBody: string;
  receivedAt: Date;
}

/** Something that was verified and cannot be understood. */
export interface QuarantinedBody {
  rawBody: string;
  /** Why it is quarantined, for whoever looks at it later. */
  reason: string;
  receivedAt: Date;
}

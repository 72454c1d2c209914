import type { ContractEvent } from '../event.ts';
import { parseEvent } from '../parse-event.ts';
import { type RawBody, textOf } from './raw-body.ts';
import { type Refusal, refuse } from './refusal.ts';

/** A body that is signed with one of the secrets. */
export interface SignatureMatch {
  ok: true;
  /** Which secret signed it: its index among those that were given, 0 for a single one. */
  secretIndex: number;
}

/** A request that is signed and holds an event. */
export interface VerifiedEvent extends SignatureMatch {
  event: ContractEvent;
}

/** The event of a signed body, or why it holds none. */
export function readEvent(rawBody: RawBody, secretIndex: number): VerifiedEvent | Refusal {
  const text = textOf(rawBody);
  if (text === undefined) return refuse('body_not_utf8');
  const event = parseEvent(text);
  return event ? { ok: true, event, secretIndex } : refuse('event_invalid');
}

/**
 * Why a request was refused; `refusalMessages` says each in words. Only `body_not_utf8` and `event_invalid` are the
 * service's own: they are signed, and sending them again changes nothing.
 */
export type RefusalReason =
  | 'body_not_raw'
  | 'signature_missing'
  | 'signature_repeated'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'body_not_utf8'
  | 'event_invalid';

/** A request that was refused. */
export interface Refusal {
  ok: false;
  reason: RefusalReason;
}

/** A refusal for this reason. */
export const refuse = (reason: RefusalReason): Refusal => ({ ok: false, reason });

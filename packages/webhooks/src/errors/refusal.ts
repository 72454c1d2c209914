/**
 * Why a request was refused; `refusalMessages` has the sentences. The last two are about signed bodies: they come from the
 * service, and sending them again changes nothing.
 */
export type RefusalReason =
  | 'body_not_raw'
  | 'signature_missing'
  | 'signature_repeated'
  | 'signature_malformed'
  | 'signature_mismatch'
  | 'body_not_utf8'
  | 'event_invalid';

/** What happened and what to do, for each reason. The sentences contain nothing of the request. */
export const refusalMessages: Readonly<Record<RefusalReason, string>> = {
  body_not_raw: 'The body is not what was signed. Pass the raw body, bytes or text, as it was before any JSON parser.',
  signature_missing: 'The header Service-Signature is missing.',
  signature_repeated: 'The header Service-Signature came more than once.',
  signature_malformed: 'The header Service-Signature is not sha256= and 64 hex digits.',
  signature_mismatch: 'No secret matches. Check the webhook secret, and that the body is raw.',
  body_not_utf8: 'The body is signed, but not UTF-8.',
  event_invalid: 'The body is signed, but has no status, or is PAID without contractId or referenceId.',
};

/** The result of checking a request that is refused. */
export interface Refusal {
  ok: false;
  reason: RefusalReason;
}

export const refuse = (reason: RefusalReason): Refusal => ({ ok: false, reason });

import type { RefusalReason } from '../verify/refusal.ts';

/** Why a request did not get as far as its signature. */
export type RequestProblem =
  | 'wrong_method'
  | 'wrong_content_type'
  | 'body_too_large'
  | 'body_too_slow'
  | 'body_incomplete';

/** Every way in which a request can fail to be received. */
export type FailureReason = RefusalReason | RequestProblem | 'not_stored';

/**
 * The answer to each failure. A signed body that is no event is quarantined, and sending it again changes nothing: it is
 * received. After any other answer than 200 the service sends the event again (HOOK-4).
 */
export const statusByReason: Readonly<Record<FailureReason, number>> = {
  wrong_method: 405,
  wrong_content_type: 415,
  body_too_large: 413,
  body_too_slow: 408,
  body_incomplete: 400,
  body_not_raw: 500,
  signature_missing: 401,
  signature_repeated: 401,
  signature_malformed: 401,
  signature_mismatch: 401,
  body_not_utf8: 200,
  event_invalid: 200,
  not_stored: 503,
};

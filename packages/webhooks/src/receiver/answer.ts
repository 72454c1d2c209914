import { NotStoredError, type RequestProblem, WebhookRequestError } from '../errors/webhook-error.ts';
import { type RefusalReason, WebhookVerificationError } from '../signature/refusal.ts';
import type { WebhookResponse } from './webhook-request.ts';

/** Every reason for an answer other than a plain 200. */
type FailureReason = RefusalReason | RequestProblem | 'not_stored';

/**
 * The status for each failure. A quarantined body counts as received, because sending it again would change nothing. After
 * any other answer than 200 the service sends the event again (HOOK-4).
 */
const statusByReason: Readonly<Record<FailureReason, number>> = {
  wrong_method: 405,
  address_not_allowed: 403,
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

/** Why a request was not received. */
export type RequestFailure = WebhookRequestError | WebhookVerificationError | NotStoredError;

/** Any other error means that the inbox failed. */
export const toRequestFailure = (error: unknown): RequestFailure =>
  error instanceof WebhookRequestError || error instanceof WebhookVerificationError ? error : new NotStoredError(error);

const plainText = { 'content-type': 'text/plain; charset=utf-8' };

/**
 * The answer once the event is stored, now or before (HOOK-3), or to a request that failed: what happened and what to do, in
 * plain text.
 */
export function answerTo(failure: RequestFailure | undefined): WebhookResponse {
  if (!failure) return { status: 200, headers: plainText, body: 'Received.\n' };
  const { reason, message } = failure;
  const status = statusByReason[reason];
  const headers = status === 405 ? { ...plainText, allow: 'POST' } : plainText;
  return { status, headers, body: `${reason}: ${message}\n` };
}

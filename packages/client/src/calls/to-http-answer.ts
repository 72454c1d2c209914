import { EscrowError, type EscrowErrorCode } from '../errors/escrow-error.ts';
import { ApiError } from './api-error.ts';

/** A web shop's answer to its own buyer after a call or a flow failed. */
export interface HttpAnswer {
  /** The HTTP status: 409 if the buyer has to act or wait, 503 if the buyer may try again, 500 if only you can fix it. */
  status: 409 | 500 | 503;
  /** What the buyer can do, for a text of your own in the buyer's language. */
  reason: 'consent_needed' | 'try_again' | 'in_progress' | 'not_accepted' | 'failed';
  /** A sentence for the buyer, in English. It contains no part of the error. */
  text: string;
  /** `Retry-After`, in whole seconds, if the service asks the client to wait. */
  headers: Record<string, string>;
}

const texts = {
  consent_needed: 'Please allow us to take this payment for you. You are asked at the checkout.',
  try_again: 'This did not work just now. Try again in a moment.',
  in_progress: 'We are working on this already. Please do not order again.',
  not_accepted: 'The payment service did not accept this. Reload the page to see where your order stands.',
  failed: 'Something went wrong on our side.',
} as const satisfies Record<HttpAnswer['reason'], string>;

const statuses = { consent_needed: 409, in_progress: 409, not_accepted: 409, try_again: 503, failed: 500 } as const;

/** What the buyer can do about an error, by its code. All other errors are for the shop to fix. */
const reasons: Partial<Record<EscrowErrorCode, HttpAnswer['reason']>> = {
  consent_rejected: 'consent_needed',
  rate_limited: 'try_again',
  connection: 'try_again',
  timeout: 'try_again',
  decode: 'try_again',
  milestone_probably_unknown: 'try_again',
  step_pending: 'in_progress',
  journal: 'try_again',
  api: 'not_accepted',
};

/**
 * Turns an error of a call or a flow into an answer for a shop's own buyer. The answer contains no part of the error, so log the
 * error yourself. Which status fits which code is our choice: not shown.
 * @example const { status, headers, text } = toHttpAnswer(error); response.writeHead(status, headers).end(text);
 */
export function toHttpAnswer(error: unknown): HttpAnswer {
  const reason = reasonFor(error);
  return { status: statuses[reason], reason, text: texts[reason], headers: retryAfterOf(error) };
}

function reasonFor(error: unknown): HttpAnswer['reason'] {
  if (error instanceof ApiError && error.code === 'api' && error.status >= 500) return 'try_again';
  return (error instanceof EscrowError && reasons[error.code]) || 'failed';
}

function retryAfterOf(error: unknown): Record<string, string> {
  const delayInMs = error instanceof ApiError ? error.retryAfterInMs : undefined;
  return delayInMs === undefined ? {} : { 'retry-after': String(Math.ceil(delayInMs / 1_000)) };
}

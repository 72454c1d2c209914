import { NotStoredError } from '../errors/not-stored-error.ts';
import { WebhookRequestError } from '../errors/webhook-request-error.ts';
import { WebhookVerificationError } from '../errors/webhook-verification-error.ts';
import { statusByReason } from './failure.ts';
import type { WebhookResponse } from './webhook-request.ts';

/** Why a request was not received. */
export type RequestFailure = WebhookRequestError | WebhookVerificationError | NotStoredError;

/** What was thrown while a request was received. Whatever nobody foresaw means that the event is not stored. */
export const failureOf = (error: unknown): RequestFailure =>
  error instanceof WebhookRequestError || error instanceof WebhookVerificationError ? error : new NotStoredError(error);

const plainText = { 'content-type': 'text/plain; charset=utf-8' };

/** The event is stored, or was before (HOOK-3). */
export const received: WebhookResponse = { status: 200, headers: plainText, body: 'Received.\n' };

/** The answer to a request that failed: what happened and what to do, in plain text. */
export function answerTo({ reason, message }: RequestFailure): WebhookResponse {
  const status = statusByReason[reason];
  const headers = status === 405 ? { ...plainText, allow: 'POST' } : plainText;
  return { status, headers, body: `${reason}: ${message}\n` };
}

import { configurationError } from '../errors/webhook-error.ts';
import type { KnownStatus } from '../event/event.ts';
import { hashable, type RawBody } from '../event/raw-body.ts';
import { type BodyField, signatureHeader } from '../generated/contract-event.ts';
import { secretList } from './verification.ts';

/** The event to send. Any other field goes into the body as it is. */
export interface EventToSend {
  status: KnownStatus | (string & {});
  /** Sent as `contractId` (HOOK-1). */
  milestoneId?: string;
  referenceId?: string;
  [field: string]: unknown;
}

/** What to sign: an event in our field names, or the exact body. */
export type RequestContent = { event: EventToSend; body?: never } | { body: string; event?: never };

/** What to sign, and with which secret. */
export type SignedRequestOptions = RequestContent & { secret: string };

/** A request for `fetch`, `new Request(url, …)`, Hono's `app.request` or Fastify's `inject`. */
export interface SignedRequest {
  method: 'POST';
  headers: Record<string, string>;
  body: string;
}

/** Throws if there is nothing to send. */
export function bodyOf(content: RequestContent | undefined): string {
  const { event, body } = content ?? {};
  if (body !== undefined) return body;
  if (!event) throw configurationError('signedRequest: give it an event or a body.');
  const { milestoneId: contractId, ...fields } = event;
  return JSON.stringify({ contractId, ...fields } satisfies Partial<Record<BodyField, unknown>>);
}

/** Throws if the secret or the body cannot be used. */
export function toSignable(rawBody: RawBody, secret: string): string | Uint8Array<ArrayBuffer> {
  secretList([secret], 'secret');
  const body = hashable(rawBody);
  if (body !== undefined) return body;
  throw configurationError('sign: the body is neither bytes nor well-formed text. Pass it serialized.');
}

/** The request that is sent for a body, with this signature if it is signed. */
export const requestOf = (body: string, signature?: string, header: string = signatureHeader): SignedRequest => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(signature && { [header.toLowerCase()]: signature }) },
  body,
});

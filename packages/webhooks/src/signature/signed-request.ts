import { configurationError } from '../errors/webhook-error.ts';
import { type KnownStatus, nameOf } from '../event/event.ts';
import { hashable, type RawBody } from '../event/raw-body.ts';
import { type BodyField, serviceSignature } from '../generated/contract-event.ts';
import type { SignatureForm } from './signature-form.ts';
import { type DeploymentOptions, secretList } from './verification.ts';

/** The event to send. Any other field goes into the body as it is. */
export interface EventToSend {
  status: KnownStatus | (string & {});
  /** Sent as `contractId` (HOOK-1). */
  milestoneId?: string;
  referenceId?: string;
  [field: string]: unknown;
}

/** What to send: an event in our field names, or the exact body. */
type RequestContent = { event: EventToSend; body?: never } | { body: string; event?: never };

/** What to send, how, and signed with which secret. The status of an event is sent by the deployment's name. */
export type SignedRequestOptions = RequestContent &
  (
    | (DeploymentOptions & { secret: string })
    | (Omit<DeploymentOptions, 'signature'> & { signature: null; secret?: undefined })
  );

/** A request for `fetch`, `new Request(url, …)`, Hono's `app.request` or Fastify's `inject`. */
export interface SignedRequest {
  method: 'POST';
  headers: Record<string, string>;
  body: string;
}

/** Throws if there is nothing to send. */
export function bodyOf(options: (RequestContent & Pick<DeploymentOptions, 'statuses'>) | undefined): string {
  const { event, body, statuses } = options ?? {};
  if (body !== undefined) return body;
  if (!event) throw configurationError('signedRequest: give it an event or a body.');
  const { milestoneId: contractId, ...fields } = event;
  const sent = { contractId, ...fields, status: nameOf(event.status, statuses) };
  return JSON.stringify(sent satisfies Partial<Record<BodyField, unknown>>);
}

/** Throws if the secret or the body cannot be used. */
export function toSignable(rawBody: RawBody, secret: string): string | Uint8Array<ArrayBuffer> {
  secretList([secret], 'secret');
  const body = hashable(rawBody);
  if (body !== undefined) return body;
  throw configurationError('sign: the body is neither bytes nor well-formed text. Pass it serialized.');
}

/** The request that is sent for a body, with this signature if it is signed. */
export const requestOf = (
  body: string,
  signature?: string,
  { header }: SignatureForm = serviceSignature,
): SignedRequest => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...(signature && { [header.toLowerCase()]: signature }) },
  body,
});

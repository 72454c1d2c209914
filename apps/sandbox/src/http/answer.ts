import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Fault } from '../domain/faults.ts';
import type { DomainErrorCode, Refusal } from '../domain/refusal.ts';
import { type Activity, writeError } from '../domain/write-error.ts';
import { isFull } from '../store/store.ts';

/** An answer before it is written to the wire. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  /** Undefined for an answer without a body. */
  body: unknown;
  /** A fault that replaces the answer, or breaks it on its way. */
  fault?: Fault | undefined;
}

/** Writes an answer to the wire. */
export function sendAnswer(outgoing: ServerResponse, { status, headers, body }: Answer): void {
  const text = body === undefined ? '' : JSON.stringify(body);
  outgoing.writeHead(status, {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(text),
    ...headers,
  });
  outgoing.end(text);
}

/** The same for a route of Hono. */
export function toResponse({ status, headers, body }: Answer): Response {
  if (body === undefined) return new Response(null, { status, headers });
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

/** The environment of a route: its server. */
export type Environment = { Bindings: HttpBindings };

/** Every reason to refuse a request; the last three are of HTTP: its method, or a body that is not read. */
export type HttpErrorCode = DomainErrorCode | 'method_not_allowed' | 'body_too_large' | 'unsupported_media_type';

/** A refusal that is to be answered. */
export type HttpRefusal = Refusal<HttpErrorCode>;

/** The status of each refusal, in the service and in the control API. */
export const refusalStatuses: Record<HttpErrorCode, number> = {
  rule_violation: 400,
  consent_rejected: 400,
  invalid_grant: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  unknown_milestone: 500,
};

/**
 * Answers an error that is not a refusal: the store has no space, or there is a bug. Writes it to stderr, too. The
 * answer does not contain the error's message, because a database, for example, quotes the values that it refuses.
 */
export function reportError(error: unknown, activity: Activity): Answer {
  writeError(error, activity);
  if (isFull(error)) {
    const message =
      "The disk with this sandbox's data is full. The call changed nothing. Free some space, then call again.";
    return { status: 503, headers: {}, body: { error: 'store_full', message } };
  }
  const message = 'Internal error of the sandbox; see stderr. Please report it.';
  return { status: 500, headers: {}, body: { error: 'internal', message } };
}

import type { ServerResponse } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Fault } from '../domain/faults/fault.ts';

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

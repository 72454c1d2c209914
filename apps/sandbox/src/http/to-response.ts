import type { Answer } from './answer.ts';

/** Writes an answer for the wire. */
export function toResponse({ status, headers, body }: Answer): Response {
  if (body === undefined) return new Response(null, { status, headers });
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
}

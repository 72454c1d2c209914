import type { ServerResponse } from 'node:http';
import type { Answer } from './answer.ts';

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
